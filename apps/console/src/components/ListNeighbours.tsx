import { getListPlace, listNeighbours } from '../kit/list/list-place.ts'
import { QueueNeighbourButtons } from './QueueNeighbourButtons.tsx'

interface ListStepsProps {
  list: string
  pathOf: (id: string) => string
  id: string
  label: string
  unit: string
  own: string
  keys: boolean
  onKeys: (wanted: boolean) => void
}

export function ListNeighbourLinks({ list, pathOf, id, unit, ...steps }: ListStepsProps) {
  const rows = getListPlace(list)?.rows ?? []
  const { previous, next } = listNeighbours(rows, id)
  const at = rows.indexOf(id)
  return (
    <QueueNeighbourButtons
      {...steps}
      previous={previous && pathOf(previous)}
      next={next && pathOf(next)}
      rest={at < 0 ? '' : `列表本页第 ${at + 1} ${unit}，共 ${rows.length} ${unit}`}
    />
  )
}
