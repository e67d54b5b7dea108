import CNoICUData
import DuecalCommands

#if Network
import CalendarFetching
import StoreAccess

Duecal.runProcess(fetchers: .ofNetwork(), stores: .ofNetwork())
#else
// Built without the trait `Network`: the commands report that the network is missing.
Duecal.runProcess()
#endif
