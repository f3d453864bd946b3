import { refocus } from '@ce/client/components/refocus.ts'
import type { QuestionHead } from '@ce/client/staff/question.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { Button, Checkbox, type TableProps } from 'antd'
import { useState } from 'react'
import { DeskTable } from '../../components/DeskTable.tsx'
import classes from './QuestionList.module.css'
import { questionColumns } from './question-columns.tsx'
import { SwitchQuestions } from './SwitchQuestions.tsx'

interface QuestionTableProps {
  list: readonly QuestionHead[]
  ofOneCourse: boolean
}

/** as the contract has it: so many at once */
const most = 200

/** A page of questions; those chosen, also on other pages, are enabled or disabled together. */
export function QuestionTable({ list, ofOneCourse }: QuestionTableProps) {
  const mayEdit = usePermission('question.edit')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [asked, setAsked] = useState<{ enabled: boolean; ids: readonly string[] } | null>(null)
  const ask = (enabled: boolean) => setAsked({ enabled, ids: chosen })
  const columns = questionColumns(ofOneCourse) ?? []
  return (
    <>
      {chosen.length > 0 && (
        <fieldset className={classes.batch} aria-label="批量操作">
          <span role="status">
            已选 {chosen.length} 道{chosen.length > most && `，一次最多 ${most} 道`}
          </span>
          <Button disabled={chosen.length > most} onClick={() => ask(true)}>
            启用…
          </Button>
          <Button danger disabled={chosen.length > most} onClick={() => ask(false)}>
            停用…
          </Button>
          <Button type="text" onClick={() => setChosen([])}>
            取消选择
          </Button>
        </fieldset>
      )}
      <DeskTable<QuestionHead>
        aria-label="试题"
        rowKey="id"
        columns={mayEdit ? [choice(list, chosen, setChosen), ...columns] : columns}
        dataSource={list}
      />
      {asked && (
        <SwitchQuestions
          {...asked}
          onDone={() => setChosen([])}
          onClose={() => {
            setAsked(null)
            // the button that opened it went with the choice; the dialog has to be gone before
            setTimeout(refocus)
          }}
        />
      )}
    </>
  )
}

type Column = NonNullable<TableProps<QuestionHead>['columns']>[number]

/** The column of boxes, with one for the whole page at its head. */
function choice(
  list: readonly QuestionHead[],
  chosen: readonly string[],
  onChoose: (ids: readonly string[]) => void,
): Column {
  const ids = list.map(({ id }) => id)
  const here = ids.filter((id) => chosen.includes(id))
  const choose = (some: readonly string[], on: boolean) =>
    onChoose([...chosen.filter((id) => !some.includes(id)), ...(on ? some : [])])
  return {
    key: 'choice',
    width: 40,
    title: (
      <Checkbox
        aria-label="选择本页全部试题"
        checked={here.length === ids.length}
        indeterminate={here.length > 0 && here.length < ids.length}
        onChange={({ target }) => choose(ids, target.checked)}
      />
    ),
    render: (_, { id, no }) => (
      <Checkbox
        aria-label={`选择第 ${no} 号`}
        checked={chosen.includes(id)}
        onChange={({ target }) => choose([id], target.checked)}
      />
    ),
  }
}
