import ExactText
import TaskDates

extension WindowsZoneNames {
  /// What a display name in another language says.
  struct Translation {
    /// The offset before its cities, in seconds; nil for none.
    let offset: Int?
    /// The zones whose English names have one of its cities.
    let zones: [String]
  }

  /// The meaning of a display name in any language, such as `(UTC+01:00) Amsterdam, Berlin, Bern, Rom, Stockholm, Wien`;
  /// nil if it has another form.
  static func translation(of text: String) -> Translation? {
    let folded = text.lowercased()
    if universal.contains(withoutOffset(folded)) {
      return Translation(offset: nil, zones: ["Etc/UTC"])
    }
    if let zone = european(folded) { return Translation(offset: nil, zones: [zone]) }
    guard folded.hasPrefix("(utc") || folded.hasPrefix("(gmt"),
      let close = folded.firstIndex(of: ")")
    else { return nil }
    let words = folded.dropFirst(4).prefix { $0 != ")" }
    let offset = words.isEmpty ? 0 : OffsetText.seconds(tzid: "UTC" + words)
    guard let offset else { return nil }
    let cities = folded[folded.index(after: close)...].split { ",;、，/".contains($0) }
      .map { String($0.trimmingBlanks) }
    let zones = cities.compactMap { zonesOfCities[$0] }.flatMap(\.self)
    return zones.isEmpty ? nil : Translation(offset: offset, zones: Array(Set(zones)).sorted())
  }

  /// The zone of a European time in one of some languages, such as `Mitteleuropäische Zeit`; nil for other names.
  private static func european(_ folded: String) -> String? {
    let words = String(folded.map { $0 == "’" ? "'" : $0 })
    return europeanTimes.first { $0.names.contains(words) }?.zone
  }

  /// Central, Eastern and Western European Time, as Outlook and phones in these languages call them, also in summer.
  private static let europeanTimes: [(zone: String, names: Set<String>)] = [
    (
      "Europe/Berlin",
      [
        "central european time", "central european standard time", "central european summer time",
        "mitteleuropäische zeit", "mitteleuropäische normalzeit", "mitteleuropäische sommerzeit",
        "heure d'europe centrale", "heure normale d'europe centrale",
        "heure d'été d'europe centrale", "hora de europa central",
        "hora estándar de europa central", "hora de verano de europa central",
        "ora dell'europa centrale", "ora standard dell'europa centrale",
        "ora legale dell'europa centrale", "midden-europese tijd", "midden-europese standaardtijd",
        "midden-europese zomertijd", "hora da europa central", "horário da europa central",
        "centraleuropeisk tid", "centraleuropeisk normaltid", "centraleuropeisk sommartid",
        "centraleuropæisk tid", "centraleuropæisk normaltid", "centraleuropæisk sommertid",
        "sentraleuropeisk tid", "sentraleuropeisk normaltid", "sentraleuropeisk sommertid",
        "keski-euroopan aika", "keski-euroopan normaaliaika", "keski-euroopan kesäaika",
        "czas środkowoeuropejski", "czas środkowoeuropejski standardowy",
        "czas środkowoeuropejski letni", "středoevropský čas", "stredoeurópsky čas",
        "közép-európai időzóna", "közép-európai téli idő", "közép-európai nyári idő",
      ]
    ),
    (
      "Europe/Helsinki",
      [
        "eastern european time", "eastern european standard time", "eastern european summer time",
        "osteuropäische zeit", "osteuropäische normalzeit", "osteuropäische sommerzeit",
        "heure d'europe de l'est", "hora de europa oriental", "ora dell'europa orientale",
        "oost-europese tijd", "östeuropeisk tid", "itä-euroopan aika", "czas wschodnioeuropejski",
      ]
    ),
    (
      "Europe/Lisbon",
      [
        "western european time", "western european standard time", "western european summer time",
        "westeuropäische zeit", "westeuropäische normalzeit", "westeuropäische sommerzeit",
        "heure d'europe de l'ouest", "hora de europa occidental", "ora dell'europa occidentale",
        "west-europese tijd", "västeuropeisk tid", "hora da europa ocidental",
      ]
    ),
  ]

  /// The zones by the cities in their display names.
  private static let zonesOfCities: [String: [String]] = {
    var zones: [String: [String]] = [:]
    for (zone, names) in rows {
      let cities = names.dropFirst().flatMap { $0.split(separator: ",") }
      for city in Set(cities.map { $0.trimmingBlanks.lowercased() }) {
        zones[city, default: []].append(zone)
      }
    }
    return zones
  }()

  /// Universal time in the languages of Windows.
  private static let universal: Set<String> = [
    "koordinerad universell tid", "koordinierte weltzeit", "temps universel coordonné",
    "temps universel", "hora universal coordinada", "tiempo universal coordinado",
    "tempo coordinato universale", "tempo universale coordinato", "ora universale coordinata",
    "gecoördineerde wereldtijd", "gecoördineerde universele tijd", "tempo universal coordenado",
    "hora universal coordenada", "horário universal coordenado", "koordineret universaltid",
    "koordineret universel tid", "koordinert universaltid", "koordinert universell tid",
    "koordinoitu yleisaika", "utc-yleisaika", "uniwersalny czas koordynowany",
    "uniwersalny czas skoordynowany", "koordinovaný světový čas", "koordinovaný univerzální čas",
    "koordinovaný svetový čas", "koordinált világidő", "egyezményes világidő",
    "koordinált egyetemes világidő", "egyezményes koordinált világidő",
    "timpul universal coordonat", "timp universal coordonat", "ora universală coordonată",
    "всемирное координированное время", "время в формате utc", "координированное всемирное время",
    "всесвітній координований час", "за всесвітнім координованим часом",
    "координирано универсално време", "координирано универсално време (utc)",
    "συντονισμένη παγκόσμια ώρα", "eşgüdümlü evrensel saat", "eşgüdümlü evrensel zaman",
    "temps universal coordinat", "usklajeni univerzalni čas", "koordinirani univerzalni čas",
    "koordinirano svjetsko vrijeme", "koordinirano univerzalno vrijeme",
    "koordinisano univerzalno vreme", "koordineeritud maailmaaeg",
    "universālais koordinētais laiks", "suderintasis pasaulinis laikas",
    "pasaulinis suderintasis laikas", "協定世界時", "世界協定時", "협정 세계시", "협정 세계 시",
    "协调世界时", "协调世界时间", "國際標準時間", "世界標準時間", "國際標準時間 (utc)",
    "זמן אוניברסלי מתואם", "التوقيت العالمي المنسق", "เวลาสากลเชิงพิกัด", "giờ phối hợp quốc tế",
    "waktu universal terkoordinasi", "coordinated universal time", "universal time coordinated",
  ]
}
