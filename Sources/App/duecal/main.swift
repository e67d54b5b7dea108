import DuecalCommands

Duecal.runProcess()
