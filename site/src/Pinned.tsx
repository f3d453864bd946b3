/** Before the title of what staff keep at the top of its list. */
export function Pinned({ item }: { item: { pinned: boolean } }) {
  return item.pinned ? <span className="ui-tag ui-tag-before">置顶</span> : null
}
