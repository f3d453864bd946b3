interface SkeletonProps {
  /** blocks, by kind: a line of text, a title, a card, a picture 16:9 */
  shape?: readonly ('title' | 'line' | 'card' | 'picture')[]
  label?: string
}

/** The shape of what is coming, for reading pages; screen readers hear that it loads. */
export function Skeleton({ shape = ['title', 'line', 'line'], label = '正在加载' }: SkeletonProps) {
  const blocks = shape.map((kind, index) => ({ kind, key: `${kind}-${index}` }))
  return (
    <div className="ui-skeleton" role="status" aria-label={label}>
      {blocks.map(({ kind, key }) => (
        <div key={key} className={`ui-skeleton-${kind}`} />
      ))}
    </div>
  )
}
