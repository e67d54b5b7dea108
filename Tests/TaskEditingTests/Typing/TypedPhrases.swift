/// Words that people type into other programs, and the line that duecal makes of them on Saturday, 5 December 2026, 10:00.
///
/// A line without a second part stays as it is.
enum TypedPhrases {
  /// Titles with a word that another title would own.
  static let verbs = """
    Run every day for 10 days => Run @due(2026-12-05) @repeat(daily until 2026-12-14)
    Run every monday => Run @due(2026-12-07) @repeat(weekly on mon)
    Pay every month on the 15th starting jan => Pay @due(2027-01-15) @repeat(monthly on the 15th)
    Buy new one tomorrow => Buy new one @due(2026-12-06)
    New one tomorrow 3pm => New one @due(2026-12-06 15:00)
    """

  /// Words of the help pages of Todoist.
  static let todoist = """
    Plan today => Plan @due(2026-12-05)
    Plan tomorrow => Plan @due(2026-12-06)
    Plan monday => Plan @due(2026-12-07)
    Plan friday => Plan @due(2026-12-11)
    Plan sat
    Plan next friday => Plan @due(2026-12-11)
    Plan next week => Plan @due(2026-W50)
    Plan next month => Plan @due(2027-01)
    Plan this weekend
    Plan next weekend
    Plan 27 jan => Plan @due(2027-01-27)
    Plan jan 27 => Plan @due(2027-01-27)
    Plan 27 jan 2027 => Plan @due(2027-01-27)
    Plan 27th
    Plan on the 27th => Plan @due(2026-12-27)
    Plan 27/1/2027
    Plan 01/27/2027
    Plan mid january
    Plan end of month => Plan @due(2026-12-31)
    Plan later this week
    Plan in 5 days => Plan @due(2026-12-10)
    Plan +5 days => Plan @due(2026-12-10)
    Plan in 3 weeks => Plan @due(2026-12-26)
    Plan in 2 hours => Plan @due(2026-12-05 12:00)
    Plan in 2h => Plan @due(2026-12-05 12:00)
    Plan today at 16:00 => Plan @due(2026-12-05 16:00)
    Plan today at 4pm => Plan @due(2026-12-05 16:00)
    Plan tomorrow at 16:30 => Plan @due(2026-12-06 16:30)
    Plan fri at 2pm => Plan @due(2026-12-11 14:00)
    Plan fri 14:00 => Plan @due(2026-12-11 14:00)
    Plan tomorrow at 16 => Plan @due(2026-12-06 16:00)
    Plan tomorrow morning
    Plan 10 days before 2027-01-05
    Plan 5 weeks after 2027-01-05
    Plan tod
    Plan tom
    Plan every day => Plan @due(2026-12-05) @repeat(daily)
    Plan daily => Plan @due(2026-12-05) @repeat(daily)
    Plan every morning
    Plan every afternoon
    Plan every evening
    Plan every night
    Plan every weekday => Plan @due(2026-12-07) @repeat(weekdays)
    Plan every workday => Plan @due(2026-12-07) @repeat(weekdays)
    Plan every week => Plan @due(2026-12-05) @repeat(weekly)
    Plan weekly => Plan @due(2026-12-05) @repeat(weekly)
    Plan every weekend => Plan @due(2026-12-05) @repeat(weekly on sat, sun)
    Plan every month => Plan @due(2026-12-05) @repeat(monthly)
    Plan monthly => Plan @due(2026-12-05) @repeat(monthly)
    Plan every 3rd friday => Plan @due(2026-12-18) @repeat(monthly on the 3rd fri)
    Plan every 27th => Plan @due(2026-12-27) @repeat(monthly on the 27th)
    Plan every 27
    Plan every year => Plan @due(2026-12-05) @repeat(yearly)
    Plan yearly => Plan @due(2026-12-05) @repeat(yearly)
    Plan every jan 27th => Plan @due(2027-01-27) @repeat(yearly on 27 jan)
    Plan every last day => Plan @due(2026-12-31) @repeat(monthly on the last day)
    Plan every hour => Plan @due(2026-12-05 11:00) @repeat(hourly)
    Plan every 12 hours starting at 9pm => Plan @due(2026-12-05 21:00) @repeat(every 12 hours)
    Plan every day starting aug 3 => Plan @due(2027-08-03) @repeat(daily)
    Plan every day until jan 5 => Plan @due(2026-12-05) @repeat(daily until 2027-01-05)
    Plan every day ending aug 3 => Plan @due(2026-12-05) @repeat(daily until 2027-08-03)
    Plan every day for 3 weeks => Plan @due(2026-12-05) @repeat(daily until 2026-12-25)
    Plan every day from 10 may until 20 may => Plan @due(2027-05-10) @repeat(daily until 2027-05-20)
    Plan every other day => Plan @due(2026-12-05) @repeat(every 2 days)
    Plan every other week => Plan @due(2026-12-05) @repeat(every 2 weeks)
    Plan every other friday => Plan @due(2026-12-11) @repeat(every 2 weeks on fri)
    Plan every 2 weeks => Plan @due(2026-12-05) @repeat(every 2 weeks)
    Plan every 3 months => Plan @due(2026-12-05) @repeat(every 3 months)
    Plan every quarter => Plan @due(2026-12-05) @repeat(every 3 months)
    Plan quarterly => Plan @due(2026-12-05) @repeat(every 3 months)
    Plan every 3 days => Plan @due(2026-12-05) @repeat(every 3 days)
    Plan every! 3 days => Plan @due(2026-12-05) @repeat(every 3 days after done)
    Plan every! month => Plan @due(2026-12-05) @repeat(monthly after done)
    Plan every mon, fri => Plan @due(2026-12-07) @repeat(weekly on mon, fri)
    Plan every mon, fri at 20:00 => Plan @due(2026-12-07 20:00) @repeat(weekly on mon, fri)
    Plan every monday, friday at 8pm => Plan @due(2026-12-07 20:00) @repeat(weekly on mon, fri)
    Plan every weekday at 9:30 => Plan @due(2026-12-07 09:30) @repeat(weekdays)
    Plan every 2nd monday => Plan @due(2026-12-14) @repeat(monthly on the 2nd mon)
    Plan every last friday => Plan @due(2026-12-25) @repeat(monthly on the last fri)
    Plan every 1st and 15th => Plan @due(2026-12-15) @repeat(monthly on the 1st, the 15th)
    Plan every 15th workday
    Plan every first workday
    Plan every last workday
    Plan every 6 months starting 2027-01-01 => Plan @due(2027-01-01) @repeat(every 6 months)
    Plan every 14 jan, 14 apr, 15 jun, 15 sep
    Plan every day at 9am and 5pm
    Plan every monday 9:00-10:00 => Plan @due(2026-12-07 09:00 - 10:00) @repeat(weekly on mon)
    Plan every 5th of the month => Plan @due(2026-12-05) @repeat(monthly on the 5th)
    Plan p1
    Plan tomorrow p1
    Plan !!1 => Plan @priority(1)
    Plan {friday}
    Plan #Work
    """

  /// Attributes of Taskwarrior: named dates, lengths, repetitions.
  static let taskwarrior = """
    Plan due:today => Plan @due(2026-12-05)
    Plan due:tomorrow => Plan @due(2026-12-06)
    Plan due:monday => Plan @due(2026-12-07)
    Plan due:fri => Plan @due(2026-12-11)
    Plan due:eom => Plan @due(2026-12-31)
    Plan due:eoy => Plan @due(2026-12-31)
    Plan due:eow
    Plan due:eoww => Plan @due(2026-12-11)
    Plan due:eocw => Plan @due(2026-12-06)
    Plan due:sow => Plan @due(2026-12-07)
    Plan due:som => Plan @due(2027-01-01)
    Plan due:soy => Plan @due(2027-01-01)
    Plan due:socm
    Plan due:15th => Plan @due(2026-12-15)
    Plan due:3rd => Plan @due(2027-01-03)
    Plan due:january => Plan @due(2027-01)
    Plan due:2026-12-24 => Plan @due(2026-12-24)
    Plan due:2026-12-24T09:00 => Plan @due(2026-12-24 09:00)
    Plan due:2026-W51 => Plan @due(2026-W51)
    Plan due:3days => Plan @due(2026-12-08)
    Plan due:2weeks => Plan @due(2026-12-19)
    Plan due:later
    Plan due:someday
    Plan due:easter
    Plan due:nonsense
    Plan due:tomorrow recur:weekly => Plan @due(2026-12-06) @repeat(weekly)
    Plan due:friday recur:2weeks => Plan @due(2026-12-11) @repeat(every 2 weeks)
    Plan recur:monthly due:2026-12-24 until:2027-06-24 => Plan @due(2026-12-24) @repeat(monthly until 2027-06-24)
    Plan recur:daily => Plan @due(2026-12-05) @repeat(daily)
    Plan recur:weekdays => Plan @due(2026-12-07) @repeat(weekdays)
    Plan recur:fortnight => Plan @due(2026-12-05) @repeat(every 2 weeks)
    Plan recur:biweekly => Plan @due(2026-12-05) @repeat(every 2 weeks)
    Plan recur:quarterly => Plan @due(2026-12-05) @repeat(every 3 months)
    Plan recur:semiannual => Plan @due(2026-12-05) @repeat(every 6 months)
    Plan recur:annual => Plan @due(2026-12-05) @repeat(yearly)
    Plan recur:P1M => Plan @due(2026-12-05) @repeat(monthly)
    Plan recur:P2W => Plan @due(2026-12-05) @repeat(every 2 weeks)
    Plan wait:monday => Plan @start(2026-12-07)
    Plan scheduled:tomorrow due:friday => Plan @due(2026-12-11) @start(2026-12-06)
    Plan wait:due-5d due:15th => Plan wait:due-5d @due(2026-12-15)
    Plan pri:H => Plan @priority(1)
    Plan pri:M => Plan @priority(5)
    Plan pri:L => Plan @priority(9)
    Plan priority:H => Plan @priority(1)
    Plan pri:X
    Plan +bills => Plan @bills
    Plan +bills +home => Plan @bills @home
    +bills Plan => Plan @bills
    Plan tags:bills,home => Plan @bills @home
    Plan depends:3
    Plan until:2027-06-24
    Plan due:tomorrow pri:H +bills => Plan @due(2026-12-06) @priority(1) @bills
    Plan due:tomorrow due:friday => Plan due:friday @due(2026-12-06)
    """

  /// Marks of topydo and todo.txt.
  static let topydo = """
    (A) Plan => Plan @priority(1)
    (C) Plan => Plan @priority(9)
    (D) Plan
    (A) Plan due:fri +bills @phone => Plan @phone @due(2026-12-11) @priority(1) @bills
    Plan t:mon due:fri => Plan @due(2026-12-11) @start(2026-12-07)
    Plan t:1w => Plan @start(2026-12-12)
    Plan due:2d => Plan @due(2026-12-07)
    Plan due:1m => Plan @due(2027-01-05)
    Plan rec:1w due:2026-12-24 => Plan @due(2026-12-24) @repeat(weekly after done)
    Plan rec:+1w due:2026-12-24 => Plan @due(2026-12-24) @repeat(weekly)
    Plan rec:2b
    Plan rec:1b => Plan @due(2026-12-07) @repeat(weekdays after done)
    Plan star:1
    Plan p:4
    Plan id:7
    Plan dep:7
    """

  /// Signs and rules of Obsidian Tasks.
  static let obsidian = """
    Plan 📅 2026-12-24 => Plan @due(2026-12-24)
    Plan 🗓️ 2026-12-24 => Plan @due(2026-12-24)
    Plan ⏳ 2026-12-20 => Plan @start(2026-12-20)
    Plan 🛫 2026-12-20 📅 2026-12-24 => Plan @due(2026-12-24) @start(2026-12-20)
    Plan 🔁 every day => Plan @due(2026-12-05) @repeat(daily)
    Plan 🔁 every week on Tuesday => Plan @due(2026-12-08) @repeat(weekly on tue)
    Plan 🔁 every month on the last Friday => Plan @due(2026-12-25) @repeat(monthly on the last fri)
    Plan 🔁 every January on the 15th => Plan @due(2027-01-15) @repeat(yearly on 15 jan)
    Plan 🔁 every week when done => Plan @due(2026-12-05) @repeat(weekly after done)
    Plan 🔁 every weekday 📅 2026-12-24 => Plan @due(2026-12-24) @repeat(weekdays)
    Plan every 10 days when done => Plan @due(2026-12-05) @repeat(every 10 days after done)
    Plan every 3 days => Plan @due(2026-12-05) @repeat(every 3 days)
    Plan every 2 weeks => Plan @due(2026-12-05) @repeat(every 2 weeks)
    Plan every 6 months on the 2nd Wednesday => Plan @due(2026-12-09) @repeat(every 6 months on the 2nd wed)
    Plan every month on the 1st => Plan @due(2027-01-01) @repeat(monthly on the 1st)
    Plan every month on the last => Plan @due(2026-12-31) @repeat(monthly on the last day)
    Plan every month on the 2nd last Friday => Plan @due(2026-12-18) @repeat(monthly on the 2nd last fri)
    Plan every week on Tuesday, Friday => Plan @due(2026-12-08) @repeat(weekly on tue, fri)
    Plan every April and December on the 1st and 24th => Plan @due(2026-12-24) @repeat(FREQ=YEARLY;BYMONTHDAY=1,24;BYMONTH=4,12)
    Plan 🔺 => Plan @priority(1)
    Plan ⏫ => Plan @priority(3)
    Plan 🔼 => Plan @priority(5)
    Plan 🔽 => Plan @priority(7)
    Plan ⏬ 📅 2026-12-24 => Plan @due(2026-12-24) @priority(9)
    Plan ➕ 2026-12-01
    Plan ✅ 2026-12-01
    Plan 🔁 every week ⏫ => Plan @due(2026-12-05) @repeat(weekly) @priority(3)
    """

  /// Words of TickTick, and other usual ways to write a repetition.
  static let tickTick = """
    Plan at 3pm => Plan @due(2026-12-05 15:00)
    Plan today 3pm => Plan @due(2026-12-05 15:00)
    Plan tonight => Plan @due(2026-12-05)
    Plan tomorrow 3pm => Plan @due(2026-12-06 15:00)
    Plan day after tomorrow => Plan @due(2026-12-07)
    Plan in 10 days => Plan @due(2026-12-15)
    Plan in one week => Plan @due(2026-12-12)
    Plan in two days => Plan @due(2026-12-07)
    Plan every Monday => Plan @due(2026-12-07) @repeat(weekly on mon)
    Plan every mon wed fri => Plan @due(2026-12-07) @repeat(weekly on mon, wed, fri)
    Plan mon wed fri => Plan @due(2026-12-07) @repeat(weekly on mon, wed, fri)
    Plan mon, wed and fri at 7:00 => Plan @due(2026-12-07 07:00) @repeat(weekly on mon, wed, fri)
    Plan weekdays => Plan @due(2026-12-07) @repeat(weekdays)
    Plan weekdays at 8:00 => Plan @due(2026-12-07 08:00) @repeat(weekdays)
    Plan every two weeks => Plan @due(2026-12-05) @repeat(every 2 weeks)
    Plan every three months => Plan @due(2026-12-05) @repeat(every 3 months)
    Plan on mondays => Plan @due(2026-12-07) @repeat(weekly on mon)
    Plan each tuesday => Plan @due(2026-12-08) @repeat(weekly on tue)
    Plan tue/thu 18:00 => Plan @due(2026-12-08 18:00) @repeat(weekly on tue, thu)
    Plan every mon-fri at 8:00 => Plan @due(2026-12-07 08:00) @repeat(weekdays)
    Plan 1st of every month => Plan @due(2027-01-01) @repeat(monthly on the 1st)
    Plan the last friday of each month => Plan @due(2026-12-25) @repeat(monthly on the last fri)
    Plan every year on 24 dec => Plan @due(2026-12-24) @repeat(yearly on 24 dec)
    Plan every dec 25 => Plan @due(2026-12-25) @repeat(yearly on 25 dec)
    Plan every second day => Plan @due(2026-12-05) @repeat(every 2 days)
    Plan annually => Plan @due(2026-12-05) @repeat(yearly)
    Plan fortnightly => Plan @due(2026-12-05) @repeat(every 2 weeks)
    Plan hourly => Plan @due(2026-12-05 11:00) @repeat(hourly)
    Plan !high => Plan @priority(1)
    Plan !medium => Plan @priority(5)
    Plan !low => Plan @priority(9)
    Plan !1 => Plan @priority(1)
    Plan !5 => Plan @priority(5)
    Plan ~Home
    Plan every weekday at 9:30 !1 => Plan @due(2026-12-07 09:30) @repeat(weekdays) @priority(1)
    Plan every 3 days for 5 times => Plan @due(2026-12-05) @repeat(every 3 days 5 times)
    Plan every day 3 times => Plan @due(2026-12-05) @repeat(daily 3 times)
    Plan every day for a month => Plan @due(2026-12-05) @repeat(daily until 2027-01-04)
    Plan tomorrow every month => Plan @due(2026-12-06) @repeat(monthly)
    Plan every month from tomorrow => Plan @due(2026-12-06) @repeat(monthly)
    Plan 3pm every friday => Plan @due(2026-12-11 15:00) @repeat(weekly on fri)
    Daily: plan => plan @due(2026-12-05) @repeat(daily)
    Every monday: plan => plan @due(2026-12-07) @repeat(weekly on mon)
    Every friday 8pm plan => plan @due(2026-12-11 20:00) @repeat(weekly on fri)
    """

  /// Dates in the order of `khal new`.
  static let khal = """
    tomorrow 16:30 Plan => Plan @due(2026-12-06 16:30)
    monday 16:00 Plan => Plan @due(2026-12-07 16:00)
    18:00 Plan
    2026-12-07 10:00 Plan => Plan @due(2026-12-07 10:00)
    2026-12-07 10:00 11:00 Plan
    2026-12-07 10:00-11:00 Plan => Plan @due(2026-12-07 10:00 - 11:00)
    2026-12-07 2026-12-09 Plan
    26.07.2027 Plan
    26.07. 18:00 Plan
    today 18:00 19:00 Plan
    Plan 2026-12-07 - 2026-12-09 => Plan @due(2026-12-07 thru 2026-12-09)
    Plan 2026-12-07 10:00 - 2026-12-08 12:00 => Plan @due(2026-12-07 10:00 thru 2026-12-08 12:00)
    Plan tomorrow 16:30 to 17:30 => Plan @due(2026-12-06 16:30 - 17:30)
    Plan fri 10am-11am => Plan @due(2026-12-11 10:00 - 11:00)
    """

  /// Titles that only look like a phrase.
  static let titles = """
    Read 1984
    Read Summer 2026
    Call May
    Call April
    Ask June about the key
    March for science
    Watch Friday the 13th
    Watch Black Friday deals
    Watch Every Frame a Painting
    Watch Saturday Night Live
    Watch The Day After Tomorrow
    Watch This Week
    Read Tuesdays with Morrie
    Order 3 fri es
    Buy Sun cream
    Sat nav update
    Wed Ann and Bob
    Mon Cheri for Ann
    Every breath you take
    Read Every Day
    Learn every verb
    Thank every guest
    Call each customer
    Buy a daily planner
    Read the daily news
    Weekly planner refill
    Write weekly report
    Send monthly invoice
    Cancel the weekly newsletter
    Prepare yearly review notes
    Buy 7 days of food
    Watch 28 Days Later
    Watch 12 Monkeys
    Fix version 3.5
    Read John 3:16
    Buy ticket 12/05
    Watch Tomorrow Never Dies
    Play Monday, Monday
    Sing "Every day"
    High Noon
    Get tomorrow's bread
    Email Jan
    Second Monday blues
    Fix end of line handling
    Invite Ann +1
    Invite Ann +one
    Learn C++
    Reach !important
    Fix !== operator
    Write to ann!1
    Grade (A) essays
    Buy vitamin (B)
    Fix note: call Bob
    Fix std::vector
    Check http://a.b/c
    Buy 3d glasses
    Run for 30 days
    Buy weekday tickets
    Play sat/sun crossword
    Wed, thu and fri names
    Check every two pages
    Count every 5 pages at once
    Review every 6th friday
    Review every monday every friday
    Review every monday except 2026-12-28
    Review every 3 workdays
    Review every 5 minutes
    Vitamins every day about noon
    Plan early next week
    Talk about next week
    Compare friday, tomorrow
    Almost every day
    Twice daily
    Nearly every friday
    Run 3 times a week
    The shows run every day
    Do it tomorrow 10am UTC
    Call Ann at 10am EST
    Do it by tomorrow evening
    Meet on friday night
    Buy milk tag:,
    Buy milk project:.
    Buy one friday deal
    Thanks for every day
    """
}
