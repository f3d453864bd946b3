interface SkeletonProps {
  /** Placeholder blocks by kind. */
  shape?: readonly ('title' | 'line' | 'card' | 'picture')[]
  label?: string
}

/** A placeholder that tells screen readers that the page loads. */
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
