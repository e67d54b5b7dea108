import CNoICUData
import DuecalCommands

Duecal.runProcess()
