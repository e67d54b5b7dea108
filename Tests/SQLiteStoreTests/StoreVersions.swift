import CalendarStores
import Testing

/// The store that each earlier version wrote, typed here and not written by the program.
///
/// When there is a newer version, add the present one to `all`, with the tables that it creates.
struct StoreVersion: Sendable, CustomTestStringConvertible {
  /// The names of its migrations.
  let migrations: [String]
  /// Its tables and rows, as SQL statements.
  let statements: String

  static let all = [StoreVersion(migrations: ["1"], statements: first + items)]

  /// The list of the stores.
  static let details = ItemList.Details(title: "Zuhause", color: "#336699")

  var testDescription: String { "version \(migrations.last ?? "0")" }

  private static let first = """
    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
    CREATE TABLE counter (last INTEGER NOT NULL, lists INTEGER NOT NULL, forgotten INTEGER NOT NULL);
    CREATE TABLE list (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL, color TEXT,
      takesReminders BOOLEAN NOT NULL, takesEvents BOOLEAN NOT NULL);
    CREATE TABLE item (id INTEGER PRIMARY KEY AUTOINCREMENT,
      list INTEGER NOT NULL REFERENCES list(id) ON DELETE CASCADE, uid TEXT NOT NULL,
      version INTEGER NOT NULL, text BLOB NOT NULL, kind TEXT NOT NULL, first INTEGER, last INTEGER,
      isOpen BOOLEAN NOT NULL, isCompleted BOOLEAN NOT NULL, title TEXT NOT NULL, UNIQUE (list, uid));
    CREATE INDEX item_on_version ON item(version);
    CREATE INDEX item_dates ON item(kind, last, first);
    CREATE INDEX item_uid ON item(uid);
    CREATE INDEX item_title ON item(title);
    CREATE VIRTUAL TABLE said USING fts5(words, tokenize = 'trigram case_sensitive 1');
    CREATE TABLE gone (version INTEGER NOT NULL, list INTEGER NOT NULL, id INTEGER NOT NULL);
    CREATE INDEX gone_on_version ON gone(version);
    """

  /// A reminder with a property of another program, a series whose rule ends before it begins, and a removed item.
  private static let items = """
    INSERT INTO list VALUES (1, 'Zuhause', '#336699', 1, 1);
    INSERT INTO item (id, list, uid, version, text, kind, first, last, isOpen, isCompleted, title)
      VALUES (1, 1, 'plants@example.org', 2, CAST('BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:-//duecal//duecal//EN
    BEGIN:VTODO
    UID:plants@example.org
    DTSTAMP:20261120T080000Z
    SUMMARY:Blumen gießen
    DUE;VALUE=DATE:20261203
    X-OTHERS;X-WHAT=1:as it was
    END:VTODO
    END:VCALENDAR
    ' AS BLOB), 'reminder', 1795996800, 1796601600, 1, 0, 'Blumen gießen');
    INSERT INTO said (rowid, words) VALUES (1, 'blumen gießen');
    INSERT INTO item (id, list, uid, version, text, kind, first, last, isOpen, isCompleted, title)
      VALUES (2, 1, 'late@example.org', 3, CAST('BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:-//duecal//duecal//EN
    BEGIN:VEVENT
    UID:late@example.org
    DTSTAMP:20261120T080000Z
    SUMMARY:Late
    DTSTART;VALUE=DATE:20261210
    RRULE:FREQ=DAILY;UNTIL=20261101
    END:VEVENT
    END:VCALENDAR
    ' AS BLOB), 'event', 1796601600, 1793836800, 1, 0, 'Late');
    INSERT INTO said (rowid, words) VALUES (2, 'late');
    UPDATE sqlite_sequence SET seq = 3 WHERE name = 'item';
    INSERT INTO gone VALUES (4, 1, 3);
    INSERT INTO counter VALUES (5, 1, 0);
    """
}
