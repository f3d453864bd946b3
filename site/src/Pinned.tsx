export function PinnedMark({ item }: { item: { pinned: boolean } }) {
  return item.pinned ? <span className="ui-tag ui-tag-before">置顶</span> : null
}
