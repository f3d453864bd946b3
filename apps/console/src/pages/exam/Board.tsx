import { boardQuery, type DecisionKind, type Seat } from '@ce/client/staff/exam.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { useQuery } from '@tanstack/react-query'
import { Checkbox, Input, Segmented } from 'antd'
import { useState } from 'react'
import { DeskTable } from '../../components/DeskTable.tsx'
import { ListPages } from '../../components/ListPages.tsx'
import { useUrlFilters } from '../../components/use-url-filters.ts'
import { AskDecision } from './AskDecision.tsx'
import { boardColumns } from './board-columns.tsx'
import classes from './ExamDesk.module.css'
import { PersonSearch } from './PersonSearch.tsx'

const states = [
  { value: 'RUNNING' as const, label: '正在进行' },
  { value: 'ENDED' as const, label: '已结束' },
]

/** The live board: renewed every ten seconds. */
export function Board() {
  const { get, day: dayOf, set, page, pageSize } = useUrlFilters(['keyword'])
  const state = get('state') === 'ENDED' ? 'ENDED' : 'RUNNING'
  const flagged = get('flagged') === 'true'
  const keyword = get('keyword')?.slice(0, 60)
  const day = state === 'ENDED' ? dayOf('day') : undefined
  const filter = { state, keyword, day, ...(flagged ? { flagged: 'true' as const } : {}) } as const
  const query = useQuery(boardQuery({ ...filter, page, pageSize }))
  return (
    <>
      <search className={classes.filters} aria-label="筛选考试">
        <Segmented
          aria-label="状态"
          value={state}
          options={states}
          onChange={(value) => set({ state: value })}
        />
        {state === 'ENDED' && (
          <span className={classes.day}>
            {/* the browser's own picker, as elsewhere: antd's cannot be used by keys alone */}
            <Input
              type="date"
              aria-label="交卷日期"
              value={day ?? ''}
              onChange={({ target }) => set({ day: target.value })}
            />
            {day ? '这一天交卷的' : '不选日期为最近 24 小时'}
          </span>
        )}
        <Checkbox
          checked={flagged}
          onChange={({ target }) => set({ flagged: target.checked ? 'true' : undefined })}
        >
          只看需要留意的
        </Checkbox>
        <PersonSearch value={keyword ?? ''} onSearch={(words) => set({ keyword: words })} />
      </search>
      <ListPages
        label="考试"
        unit="场"
        query={query}
        empty={
          <EmptyState title={noneWords(state, day)}>
            {flagged || keyword ? '换个条件再查。' : hints[state]}
          </EmptyState>
        }
      >
        {(data) => <Seats {...data} />}
      </ListPages>
    </>
  )
}

const hints = {
  RUNNING: '有人开始考试后显示在这里，每 10 秒更新。',
  ENDED: '可以换一天查看。',
}

function noneWords(state: 'RUNNING' | 'ENDED', day: string | undefined): string {
  if (state === 'RUNNING') return '现在没有人在考试'
  return day ? `${day} 没有结束的考试` : '最近 24 小时没有结束的考试'
}

function Seats({ list, serverNow }: { list: readonly Seat[]; serverNow: string }) {
  const mayDecide = usePermission('exam.decide')
  const [asked, setAsked] = useState<{ seat: Seat; kind: DecisionKind } | null>(null)
  const ask = mayDecide ? (seat: Seat, kind: DecisionKind) => setAsked({ seat, kind }) : null
  return (
    <>
      <DeskTable<Seat>
        aria-label="考试"
        rowKey="attemptId"
        columns={boardColumns(serverNow, ask)}
        dataSource={list}
      />
      {asked && <AskDecision {...asked} onClose={() => setAsked(null)} />}
    </>
  )
}
