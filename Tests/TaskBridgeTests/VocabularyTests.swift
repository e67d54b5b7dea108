import TaskBridge
import Testing

@Suite("The names of tags")
struct VocabularyTests {
  /// The keys of all lines in feeds contain these names, so they must not change.
  @Test func inTheKeysOfFeedsAreThoseOfVersion01() {
    let names = """
      9;alarm=remind,alert=remind?,also=also,at=location?,canceled=cancelled,\
      cancelled=cancelled,class=class,completed=done,context=context,deadline=due,\
      defer=start,done=done,dropped=cancelled,due=due,duration=estimate,est=estimate,\
      estimate=estimate,event=event,every=repeat?,except=except,finished=done,link=url?,\
      location=location,note=note,p=priority?,priority=priority,progress=progress,\
      project=project,rec=repeat,recur=repeat,remind=remind,repeat-rule=repeat,\
      repeat=repeat,search=search,show=show,start=start,started=started,tags=tags,\
      todo=todo,tz=tz,uid=uid,url=url,wip=started
      """
    #expect(Vocabulary().fingerprint == names, "a new name belongs into Vocabulary.isLater")
  }
}
