extension WindowsZoneNames {
  /// A line for each Windows zone: the IANA name that CLDR gives for it (`windowsZones.xml`, territory 001) in its
  /// present form; the Windows name; then its display names, now and in older versions, and its former names.
  static let table = """
    Asia/Kabul | Afghanistan Standard Time | Kabul | Transitional Islamic State Of Afghanistan Standard Time
    America/Anchorage | Alaskan Standard Time | Alaska
    America/Edmonton | Alberta Standard Time
    America/Adak | Aleutian Standard Time | Aleutian Islands
    Asia/Barnaul | Altai Standard Time | Barnaul, Gorno-Altaysk
    Asia/Riyadh | Arab Standard Time | Kuwait, Riyadh | Arab, Kuwait, Riyadh
    Asia/Dubai | Arabian Standard Time | Abu Dhabi, Muscat
    Asia/Baghdad | Arabic Standard Time | Baghdad
    America/Argentina/Buenos_Aires | Argentina Standard Time | City of Buenos Aires | Buenos Aires
    Europe/Astrakhan | Astrakhan Standard Time | Astrakhan, Ulyanovsk
    America/Halifax | Atlantic Standard Time | Atlantic Time (Canada)
    Australia/Darwin | AUS Central Standard Time | Darwin
    Australia/Eucla | Aus Central W. Standard Time | Eucla
    Australia/Sydney | AUS Eastern Standard Time | Canberra, Melbourne, Sydney | Canberra, Melbourne, Sydney, Hobart (year 2000 only)
    Asia/Baku | Azerbaijan Standard Time | Baku
    Atlantic/Azores | Azores Standard Time | Azores
    America/Bahia | Bahia Standard Time | Salvador
    Asia/Dhaka | Bangladesh Standard Time | Dhaka
    Europe/Minsk | Belarus Standard Time | Minsk
    Pacific/Bougainville | Bougainville Standard Time | Bougainville Island
    America/Vancouver | British Columbia Standard Time
    America/Regina | Canada Central Standard Time | Saskatchewan
    Atlantic/Cape_Verde | Cape Verde Standard Time | Cabo Verde Standard Time | Cabo Verde Is. | Cape Verde Is.
    Asia/Yerevan | Caucasus Standard Time | Armenian Standard Time | Yerevan
    Australia/Adelaide | Cen. Australia Standard Time | Adelaide | Adelaide, Central Australia
    America/Guatemala | Central America Standard Time | Central America
    Asia/Bishkek | Central Asia Standard Time
    America/Cuiaba | Central Brazilian Standard Time | Cuiaba
    Europe/Budapest | Central Europe Standard Time | Belgrade, Bratislava, Budapest, Ljubljana, Prague | Belgrade, Pozsony, Budapest, Ljubljana, Prague | Prague, Central Europe
    Europe/Warsaw | Central European Standard Time | Sarajevo, Skopje, Warsaw, Zagreb | Sarajevo, Skopje, Sofija, Vilnius, Warsaw, Zagreb
    Pacific/Guadalcanal | Central Pacific Standard Time | Solomon Is., New Caledonia
    America/Chicago | Central Standard Time | Central Time (US & Canada)
    America/Mexico_City | Central Standard Time (Mexico) | Mexico Standard Time | Guadalajara, Mexico City, Monterrey | Mexico City, Tegucigalpa
    Pacific/Chatham | Chatham Islands Standard Time | Chatham Islands
    Asia/Shanghai | China Standard Time | Beijing, Chongqing, Hong Kong SAR, Urumqi | Beijing, Chongqing, Hong Kong, Urumqi
    America/Havana | Cuba Standard Time | Havana
    Etc/GMT+12 | Dateline Standard Time | International Date Line West
    Africa/Nairobi | E. Africa Standard Time | Nairobi | East Africa, Nairobi
    Australia/Brisbane | E. Australia Standard Time | Brisbane | Brisbane, East Australia
    Europe/Chisinau | E. Europe Standard Time | Chisinau
    America/Sao_Paulo | E. South America Standard Time | Brasilia | Brasília
    Pacific/Easter | Easter Island Standard Time | Easter Island
    America/New_York | Eastern Standard Time | Eastern Time (US & Canada)
    America/Cancun | Eastern Standard Time (Mexico) | Chetumal
    Africa/Cairo | Egypt Standard Time | Cairo
    Asia/Yekaterinburg | Ekaterinburg Standard Time | Russia TZ 4 Standard Time | Ekaterinburg
    Pacific/Fiji | Fiji Standard Time | Fiji | Fiji Islands Standard Time
    Europe/Kyiv | FLE Standard Time | Helsinki, Kyiv, Riga, Sofia, Tallinn, Vilnius | Helsinki, Riga, Tallinn
    Asia/Tbilisi | Georgian Standard Time | Tbilisi
    Europe/London | GMT Standard Time | Dublin, Edinburgh, Lisbon, London | Greenwich Mean Time : Dublin, Edinburgh, Lisbon, London | Greenwich Mean Time: Dublin, Edinburgh, Lisbon, London | Greenwich Mean Time; Dublin, Edinburgh, London
    America/Nuuk | Greenland Standard Time | Greenland
    Atlantic/Reykjavik | Greenwich Standard Time | Monrovia, Reykjavik
    Europe/Bucharest | GTB Standard Time | Athens, Bucharest | Athens, Bucharest, Istanbul
    America/Port-au-Prince | Haiti Standard Time | Haiti
    Pacific/Honolulu | Hawaiian Standard Time | Hawaii
    Asia/Kolkata | India Standard Time | Chennai, Kolkata, Mumbai, New Delhi | Kolkata, Chennai, Mumbai, New Delhi, India Standard Time
    Asia/Tehran | Iran Standard Time | Tehran
    Asia/Jerusalem | Israel Standard Time | Jerusalem Standard Time | Jerusalem | Israel, Jerusalem Standard Time
    Asia/Amman | Jordan Standard Time | Amman
    Europe/Kaliningrad | Kaliningrad Standard Time | Russia TZ 1 Standard Time | Kaliningrad
    Asia/Seoul | Korea Standard Time | Seoul | Seoul, Korea Standard time
    Africa/Tripoli | Libya Standard Time | Tripoli
    Pacific/Kiritimati | Line Islands Standard Time | Kiritimati Island
    Australia/Lord_Howe | Lord Howe Standard Time | Lord Howe Island
    Asia/Magadan | Magadan Standard Time | Magadan
    America/Punta_Arenas | Magallanes Standard Time | Punta Arenas
    America/Winnipeg | Manitoba Standard Time
    Pacific/Marquesas | Marquesas Standard Time | Marquesas Islands
    Indian/Mauritius | Mauritius Standard Time | Port Louis
    Asia/Beirut | Middle East Standard Time | Beirut
    America/Montevideo | Montevideo Standard Time | Montevideo
    Africa/Casablanca | Morocco Standard Time | Casablanca
    America/Denver | Mountain Standard Time | Mountain Time (US & Canada)
    America/Mazatlan | Mountain Standard Time (Mexico) | Mexico Standard Time 2 | Chihuahua, La Paz, Mazatlan | La Paz, Mazatlan
    Asia/Yangon | Myanmar Standard Time | Yangon (Rangoon) | Rangoon
    Asia/Novosibirsk | N. Central Asia Standard Time | Novosibirsk Standard Time | Novosibirsk
    Africa/Windhoek | Namibia Standard Time | Windhoek
    Asia/Kathmandu | Nepal Standard Time | Kathmandu | Kathmandu, Nepal
    Pacific/Auckland | New Zealand Standard Time | Auckland, Wellington
    America/St_Johns | Newfoundland Standard Time | Newfoundland | Newfoundland And Labrador Standard Time
    Pacific/Norfolk | Norfolk Standard Time | Norfolk Island
    Asia/Irkutsk | North Asia East Standard Time | Russia TZ 7 Standard Time | Irkutsk | Irkutsk, Ulaan Bataar
    Asia/Krasnoyarsk | North Asia Standard Time | Russia TZ 6 Standard Time | Krasnoyarsk
    Asia/Pyongyang | North Korea Standard Time | Pyongyang
    Asia/Omsk | Omsk Standard Time | Omsk
    America/Santiago | Pacific SA Standard Time | Santiago
    America/Los_Angeles | Pacific Standard Time | Pacific Time (US & Canada) | Pacific Time (US & Canada), Tijuana | Pacific Time (US & Canada); Tijuana
    America/Tijuana | Pacific Standard Time (Mexico) | Baja California | Tijuana, Baja California
    Asia/Karachi | Pakistan Standard Time | Islamabad, Karachi
    America/Asuncion | Paraguay Standard Time | Asuncion
    Asia/Qyzylorda | Qyzylorda Standard Time | Qyzylorda
    Europe/Paris | Romance Standard Time | Brussels, Copenhagen, Madrid, Paris | Paris, Madrid, Brussels, Copenhagen
    Asia/Srednekolymsk | Russia Time Zone 10 | Russia TZ 10 Standard Time | Chokurdakh
    Asia/Kamchatka | Russia Time Zone 11 | Russia TZ 11 Standard Time | Kamchatka Standard Time | Anadyr, Petropavlovsk-Kamchatsky | Petropavlovsk-Kamchatsky - Old
    Europe/Samara | Russia Time Zone 3 | Russia TZ 3 Standard Time | Izhevsk, Samara
    Europe/Moscow | Russian Standard Time | Russia TZ 2 Standard Time | Moscow, St. Petersburg | Moscow, St Petersburg | Moscow, St. Petersburg, Volgograd
    America/Cayenne | SA Eastern Standard Time | Cayenne, Fortaleza
    America/Bogota | SA Pacific Standard Time | Bogota, Lima, Quito, Rio Branco | Bogota, Lima, Quito
    America/La_Paz | SA Western Standard Time | Georgetown, La Paz, Manaus, San Juan
    America/Miquelon | Saint Pierre Standard Time | Saint Pierre and Miquelon
    Asia/Sakhalin | Sakhalin Standard Time | Sakhalin
    Pacific/Apia | Samoa Standard Time | Samoa
    Africa/Sao_Tome | Sao Tome Standard Time | Sao Tome
    Europe/Saratov | Saratov Standard Time | Saratov
    Asia/Bangkok | SE Asia Standard Time | Bangkok, Hanoi, Jakarta
    Asia/Singapore | Singapore Standard Time | Malay Peninsula Standard Time | Kuala Lumpur, Singapore
    Africa/Johannesburg | South Africa Standard Time | Harare, Pretoria
    Africa/Juba | South Sudan Standard Time | Juba
    Asia/Colombo | Sri Lanka Standard Time | Sri Jayawardenepura | Sri Jayawardenepura, Sri Lanka
    Africa/Khartoum | Sudan Standard Time | Khartoum
    Asia/Damascus | Syria Standard Time | Damascus
    Asia/Taipei | Taipei Standard Time | Taipei
    Australia/Hobart | Tasmania Standard Time | Hobart | Hobart, Tasmania
    America/Araguaina | Tocantins Standard Time | Araguaina
    Asia/Tokyo | Tokyo Standard Time | Osaka, Sapporo, Tokyo
    Asia/Tomsk | Tomsk Standard Time | Tomsk
    Pacific/Tongatapu | Tonga Standard Time | Nuku'alofa | Nuku'alofa, Tonga
    Asia/Chita | Transbaikal Standard Time | Chita
    Europe/Istanbul | Turkey Standard Time | Istanbul
    America/Grand_Turk | Turks And Caicos Standard Time | Turks and Caicos
    Asia/Ulaanbaatar | Ulaanbaatar Standard Time | Ulaanbaatar
    America/Indiana/Indianapolis | US Eastern Standard Time | Indiana (East)
    America/Phoenix | US Mountain Standard Time | Arizona
    Etc/UTC | UTC | Coordinated Universal Time | Co-ordinated Universal Time | Universal Coordinated Time
    Etc/GMT-12 | UTC+12 | Coordinated Universal Time+12
    Etc/GMT-13 | UTC+13 | Coordinated Universal Time+13
    Etc/GMT+2 | UTC-02 | Coordinated Universal Time-02
    Etc/GMT+8 | UTC-08 | Coordinated Universal Time-08
    Etc/GMT+9 | UTC-09 | Coordinated Universal Time-09
    Etc/GMT+11 | UTC-11 | Coordinated Universal Time-11
    America/Caracas | Venezuela Standard Time | Caracas
    Asia/Vladivostok | Vladivostok Standard Time | Russia TZ 9 Standard Time | Vladivostok
    Europe/Volgograd | Volgograd Standard Time | Volgograd
    Australia/Perth | W. Australia Standard Time | Perth | Perth, Western Australia
    Africa/Lagos | W. Central Africa Standard Time | West Central Africa
    Europe/Berlin | W. Europe Standard Time | Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna
    Asia/Hovd | W. Mongolia Standard Time | Hovd
    Asia/Tashkent | West Asia Standard Time | Ashgabat, Tashkent | Tashkent
    Asia/Hebron | West Bank Standard Time | West Bank Gaza Standard Time | Gaza, Hebron
    Pacific/Port_Moresby | West Pacific Standard Time | Guam, Port Moresby
    Asia/Yakutsk | Yakutsk Standard Time | Russia TZ 8 Standard Time | Yakutsk
    America/Whitehorse | Yukon Standard Time | Yukon
    """
}
