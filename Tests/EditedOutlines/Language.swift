/// The language of a simulated person.
struct Language: Sendable {
  let verbs: [String]
  let nouns: [String]
  let links: [String]
  let ends: [String]
  let letters: [Character]
  /// The text between words.
  let space: String

  private static func words(_ text: String) -> [String] {
    text.split(separator: " ").map { word in String(word.map { $0 == "_" ? " " : $0 }) }
  }

  static let english = Language(
    verbs: words(
      """
      call mail write read buy fix plan check review send pay book clean order print draft update \
      ask visit move sort learn test ship merge sketch cook paint water renew cancel return list \
      name find pick pack
      """),
    nouns: words(
      """
      report invoice plumber dentist garden kitchen slides budget tickets mother bank flight hotel \
      server backup parser tests release notes letter contract taxes battery phone window bicycle \
      lamp passport recipe chapter newsletter website database meeting agenda client team school \
      doctor car insurance
      """),
    links: words("for about with before after near of"),
    ends: words(
      """
      Monday June Berlin Anna Tom the_office version_2 chapter_3 the_trip winter spring work home \
      Dr_Lee the_club Q3 Q4
      """),
    letters: Array("abcdefghijklmnopqrstuvwxyz"), space: " ")

  static let chinese = Language(
    verbs: words("买 写 读 寄 付 订 修理 检查 整理 打印 更新 询问 拜访 学习 测试 取消 归还 准备 打电话给 联系 预约 清洗 计划 复习"),
    nouns: words(
      "报告 发票 牙医 花园 厨房 预算 车票 母亲 银行 机票 旅馆 服务器 备份 信 合同 税 电池 手机 窗户 自行车 灯 护照 食谱 网站 会议 客户 学校 医生 保险 牛奶"),
    links: words("在 为 和 到 关于 之前"),
    ends: words("星期一 六月 北京 上海 小王 办公室 第二版 第三章 旅行 冬天 春天 公司 家里 李医生 俱乐部"),
    letters: Array("的一是了我不人在他有这个上们来到时大地为子中你说生国年着就那和要"), space: "")

  /// The words of a title; where nothing separates words, pairs of characters.
  func words(of text: String) -> [String] {
    if !space.isEmpty { return text.split(separator: " ").map(String.init) }
    let characters = Array(text)
    return stride(from: 0, to: characters.count, by: 2).map {
      String(characters[$0..<min($0 + 2, characters.count)])
    }
  }
}
