import CNoICUData
import CalendarFetching
import DuecalCommands
import StoreAccess

Duecal.runProcess(fetchers: .ofNetwork(), stores: .ofNetwork(), server: CalendarServer())
