/// The numbers of zones in Exchange (`X-MICROSOFT-CDO-TZID`).
enum ExchangeZoneNumbers {
  /// The IANA name of a number.
  static func name(of number: Int) -> String? {
    names.indices.contains(number) && !names[number].isEmpty ? names[number] : nil
  }

  /// The names in order from 0; some numbers have no zone.
  private static let names = [
    "UTC", "Europe/London", "Europe/Lisbon", "Europe/Paris", "Europe/Berlin",
    "Europe/Bucharest", "Europe/Prague", "Europe/Athens", "America/Sao_Paulo", "America/Halifax",
    "America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles",
    "America/Anchorage", "Pacific/Honolulu", "Pacific/Midway", "Pacific/Auckland",
    "Australia/Brisbane", "Australia/Adelaide", "Asia/Tokyo", "Asia/Singapore", "Asia/Bangkok",
    "Asia/Kolkata", "Asia/Muscat", "Asia/Tehran", "Asia/Baghdad", "Asia/Jerusalem",
    "America/St_Johns", "Atlantic/Azores", "America/Noronha", "Africa/Casablanca",
    "America/Argentina/Buenos_Aires", "America/Caracas", "America/Indiana/Indianapolis",
    "America/Bogota", "America/Regina", "America/Mexico_City", "America/Phoenix",
    "Pacific/Kwajalein", "Pacific/Fiji", "Asia/Magadan", "Australia/Hobart", "Pacific/Guam",
    "Australia/Darwin", "Asia/Shanghai", "Asia/Almaty", "Asia/Karachi", "Asia/Kabul",
    "Africa/Cairo", "Africa/Harare", "Europe/Moscow", "", "Atlantic/Cape_Verde", "Asia/Baku",
    "America/Guatemala", "Africa/Nairobi", "", "Asia/Yekaterinburg", "Europe/Helsinki",
    "America/Nuuk", "Asia/Yangon", "Asia/Kathmandu", "Asia/Irkutsk", "Asia/Krasnoyarsk",
    "America/Santiago", "Asia/Colombo", "Pacific/Tongatapu", "Asia/Vladivostok",
    "Africa/Ndjamena", "Asia/Yakutsk", "Asia/Dhaka", "Asia/Seoul", "Australia/Perth",
    "Asia/Riyadh", "Asia/Taipei", "Australia/Sydney",
  ]
}
