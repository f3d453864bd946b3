import { besides, listPlace } from './list-place.ts'
import { QueueSteps } from './QueueSteps.tsx'

interface ListStepsProps {
  /** the list's path, and that of one in it */
  list: string
  pathOf: (id: string) => string
  id: string
  label: string
  /** what its rows are counted in: 份 */
  unit: string
  own: string
  keys: boolean
  onKeys: (wanted: boolean) => void
}

/** Through a page of a list as this tab left it, without going back to it. */
export function ListSteps({ list, pathOf, id, unit, ...steps }: ListStepsProps) {
  const rows = listPlace(list)?.rows ?? []
  const { previous, next } = besides(rows, id)
  const at = rows.indexOf(id)
  return (
    <QueueSteps
      {...steps}
      previous={previous && pathOf(previous)}
      next={next && pathOf(next)}
      rest={at < 0 ? '' : `列表本页第 ${at + 1} ${unit}，共 ${rows.length} ${unit}`}
    />
  )
}
