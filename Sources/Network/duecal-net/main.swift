#if Network
import CalendarFetching
import DuecalCommands

Duecal.runProcess(fetchers: .ofNetwork(), stores: .ofNetwork())
#endif
