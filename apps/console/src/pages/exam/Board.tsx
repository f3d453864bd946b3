import {
  boardQuery,
  type DecisionKind,
  type Seat,
  type Board as Seen,
} from '@ce/client/staff/exam.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { tellsFew } from '@ce/contract/board-keyword'
import { EmptyState } from '@ce/ui/States.tsx'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Input, Segmented } from 'antd'
import { type ReactNode, useState } from 'react'
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

/** The board, its running sittings renewed every ten seconds; or the one sitting that a link of another desk means. */
export function Board() {
  const { get } = useUrlFilters()
  const attemptId = get('attemptId')
  return attemptId ? <OneSitting attemptId={attemptId} /> : <AllSittings />
}

function OneSitting({ attemptId }: { attemptId: string }) {
  const { restart } = useUrlFilters()
  const query = useQuery(boardQuery({ attemptId }))
  return (
    <>
      <p className={classes.filters}>
        只显示这一场考试。
        <Button size="small" onClick={() => restart({ state: 'ENDED' })}>
          查看其他考试
        </Button>
      </p>
      <Sittings query={query} empty={<EmptyState title="没有这场考试" />} />
    </>
  )
}

function AllSittings() {
  const { get, set, page, pageSize } = useUrlFilters(['keyword'])
  const state = get('state') === 'ENDED' ? 'ENDED' : 'RUNNING'
  const flagged = get('flagged') === 'true'
  const keyword = get('keyword')
  const day = state === 'ENDED' ? get('day') : undefined
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
            {dayWords(day, keyword)}
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
      <Sittings
        query={query}
        empty={
          <EmptyState title={noneWords({ state, day, keyword })}>
            {flagged || keyword ? '换个条件再查。' : hints[state]}
          </EmptyState>
        }
      />
    </>
  )
}

function Sittings({ query, empty }: { query: UseQueryResult<Seen>; empty: ReactNode }) {
  return (
    <ListPages label="考试" unit="场" query={query} empty={empty}>
      {(data) => <Seats {...data} />}
    </ListPages>
  )
}

const hints = {
  RUNNING: '有人开始考试后显示在这里，每 10 秒更新。',
  ENDED: '可以换一天查看，或按姓名查找。',
}

interface Shown {
  state: 'RUNNING' | 'ENDED'
  day: string | undefined
  keyword: string | undefined
}

function noneWords({ state, day, keyword }: Shown): string {
  if (state === 'RUNNING') return keyword ? '没有找到正在进行的考试' : '现在没有人在考试'
  if (day) return `${day} 没有结束的考试`
  if (tellsFew(keyword)) return '没有找到结束的考试'
  return keyword ? '最近 24 小时没有找到结束的考试' : '最近 24 小时没有结束的考试'
}

function dayWords(day: string | undefined, keyword: string | undefined): string {
  if (day) return '这一天交卷的'
  return tellsFew(keyword) ? '不选日期为所有日子' : '不选日期为最近 24 小时'
}

function Seats({ list, serverNow }: Seen) {
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
