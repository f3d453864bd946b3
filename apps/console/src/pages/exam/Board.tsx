import { type AttemptDecisionKind, type ExamBoardRow, examBoardQuery } from '@ce/client/staff/exam.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import { isStudentKeywordSpecific } from '@ce/contract/board-keyword'
import { useState } from 'react'
import { checkboxFilter, conditionalFilter, dayFilter, linkOnlyFilter, viewFilter } from '../../kit/list/filters.ts'
import { defineList, List, useList } from '../../kit/list/List.tsx'
import { examBoardColumns } from './board-columns.tsx'
import classes from './ExamDesk.module.css'
import { examStudentFilter } from './labels.ts'
import { ProposeDecisionDialog } from './ProposeDecisionDialog.tsx'

type Get = (name: string) => string | undefined

const ofAll = (get: Get) => get('attemptId') === undefined
const ofEnded = (get: Get) => ofAll(get) && get('state') === 'ENDED'

const sittings = defineList({
  label: '考试',
  unit: '场',
  filters: {
    state: conditionalFilter(viewFilter('状态', { RUNNING: '正在进行', ENDED: '已结束' }, 'RUNNING'), ofAll),
    flagged: conditionalFilter(checkboxFilter('只看需要留意的'), ofAll),
    attemptId: linkOnlyFilter('只显示这一场考试'),
    keyword: conditionalFilter(examStudentFilter, ofAll),
    day: conditionalFilter(dayFilter('交卷日期'), ofEnded),
  },
  query: ({ attemptId, ...filter }, page) => examBoardQuery(attemptId ? { attemptId } : { ...filter, ...page }),
  empty: ({ state }) =>
    state === 'RUNNING'
      ? { title: '现在没有人在考试', text: '有人开始考试后显示在这里，每 10 秒更新。' }
      : {
          title: '最近 24 小时没有结束的考试',
          text: '可以选择交卷日期，或按姓名查找。',
        },
  notFound: ({ state, day, keyword }) =>
    state === 'RUNNING' || day || isStudentKeywordSpecific(keyword)
      ? '换个条件再查。'
      : '只查找了最近 24 小时结束的考试，可以选择交卷日期再查。',
})

/** Shows running attempts, reloaded every ten seconds, or one attempt that a link names. */
export function ExamBoard() {
  const list = useList(sittings)
  const { filter, query } = list
  const mayDecide = usePermission('exam.decide')
  const [asked, setAsked] = useState<{ seat: ExamBoardRow; kind: AttemptDecisionKind } | null>(null)
  const ask = mayDecide ? (seat: ExamBoardRow, kind: AttemptDecisionKind) => setAsked({ seat, kind }) : null
  return (
    <>
      <List
        list={list}
        rowKey="attemptId"
        columns={examBoardColumns(query.data?.serverNow ?? '', ask)}
        above={filter.state === 'ENDED' && <p className={classes.minor}>{dayWords(filter.day, filter.keyword)}</p>}
      />
      {asked && <ProposeDecisionDialog {...asked} onClose={() => setAsked(null)} />}
    </>
  )
}

function dayWords(day: string | undefined, keyword: string | undefined): string {
  if (day) return `${day} 交卷的考试`
  return isStudentKeywordSpecific(keyword) ? '所有日子的考试' : '最近 24 小时结束的考试；选择交卷日期可以查更早的'
}
