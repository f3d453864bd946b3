import { QueryContent } from '@ce/client/components/Loaded.tsx'
import { callFailureText } from '@ce/client/form-refusal.ts'
import { formatDateTime, formatLastDay } from '@ce/client/format.ts'
import { refreshPracticeTime } from '@ce/client/practice.ts'
import type { PracticeClock } from '@ce/client/staff/practice.ts'
import { arePracticeJobsRunning, practiceClockQuery, useMovePracticeClock } from '@ce/client/staff/practice.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import type { PracticeDate } from '@ce/contract/practice-text'
import { showNotice } from '@ce/ui/notices.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Button, type TableProps } from 'antd'
import { useId, useState } from 'react'
import { CardSection } from '../../components/CardSection.tsx'
import classes from '../../components/cards.module.css'
import { DeskTable } from '../../components/DeskTable.tsx'
import { useConfirm } from '../../kit/confirm.ts'
import { DateTimeField, dateTimeProblem } from '../../kit/DateField.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { toShanghaiClock, toShanghaiInstant } from '../poster/publish-time.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const steps = [
  ['1 小时', hourMs],
  ['1 天', 24 * hourMs],
  ['7 天', 7 * 24 * hourMs],
  ['30 天', 30 * 24 * hourMs],
] as const

const dateWords: Record<PracticeDate, string> = {
  SIGN_START: '报名开始',
  SIGN_END: '报名截止',
  STUDY_END: '学习截止',
  NEW_YEAR: '新年零点',
}

type Move = (to: number, words: string) => void

/** The page 演练时钟 shows the time of the practice portal and dates to move it to. */
export function PracticeClockPage() {
  const query = useQuery(practiceClockQuery())
  const may = usePermission('setting.edit')
  const move = useAskedMove()
  return (
    <>
      <PageHeader title="演练时钟">
        把演练环境的时间前移到要演练的时刻。只能向前；需要回到从前时，请重新建立演练环境。已登录的人员保持登录。
      </PageHeader>
      <QueryContent query={query}>
        {(clock) => (
          <div className={classes.page}>
            <Now clock={clock} />
            {may ? (
              <Steps now={Date.parse(clock.now)} move={move} />
            ) : (
              <p className={classes.hint}>您可以查看演练时间；前移由管理员操作。</p>
            )}
            <Dates clock={clock} move={may ? move : null} />
          </div>
        )}
      </QueryContent>
    </>
  )
}

/** Asks for confirmation before moving the clock, because it cannot go back. */
function useAskedMove(): Move {
  const confirm = useConfirm()
  const { mutateAsync } = useMovePracticeClock()
  return (to, words) => {
    const asked = confirm({
      title: `把演练时间前移到 ${formatDateTime(to)}？`,
      content: `${words}。前移后不能退回；到期的订单、考试、提醒等随后自动处理。`,
      okText: '前移',
      cancelText: '取消',
      onOk: () =>
        mutateAsync({ to: new Date(to).toISOString() }).then(
          () => {
            showNotice({ kind: 'success', title: `演练时间已前移到 ${formatDateTime(to)}` })
            refreshPracticeTime()
          },
          (error: unknown) => {
            asked.destroy()
            showNotice({ kind: 'error', title: '没有前移', text: callFailureText(error) })
          },
        ),
    })
  }
}

function Now({ clock }: { clock: PracticeClock }) {
  const { done, all } = clock.jobs
  return (
    <CardSection
      id="now"
      title={`当前演练时间 ${formatDateTime(clock.now)}`}
      beside={
        <span className={classes.hint}>
          计划复制自 {clock.source}（{formatDateTime(clock.copiedAt)}）
        </span>
      }
    >
      <p role="status">
        {arePracticeJobsRunning(clock) ? (
          <StatusMark kind="doing">
            正在按新的时间处理到期事项（{done}/{all}），完成后各页面显示最新结果
          </StatusMark>
        ) : (
          <StatusMark kind={all > 0 ? 'done' : 'todo'}>
            {all > 0 ? '到期事项已按当前时间处理完毕' : '时钟还没有前移过'}
          </StatusMark>
        )}
      </p>
    </CardSection>
  )
}

function Steps({ now, move }: { now: number; move: Move }) {
  const [typed, setTyped] = useState('')
  const [left, setLeft] = useState(false)
  const id = useId()
  const wrong = dateTimeProblem(typed)
  const to = typed && !wrong ? Date.parse(toShanghaiInstant(typed)) : Number.NaN
  const behind = to <= now
  return (
    <CardSection id="steps" title="前移">
      <div className={classes.buttons}>
        {steps.map(([words, ms]) => (
          <Button key={words} onClick={() => move(now + ms, `前移 ${words}`)}>
            前移 {words}
          </Button>
        ))}
      </div>
      <label htmlFor={id}>前移到指定时间（北京时间）</label>
      <div className={classes.buttons}>
        <DateTimeField
          id={id}
          label="前移到的时间"
          value={typed}
          min={toShanghaiClock(new Date(now)).slice(0, 10)}
          aria-invalid={behind}
          aria-describedby={`${id}-problem`}
          onChange={(to) => {
            setTyped(to)
            setLeft(false)
          }}
          onBlur={() => setLeft(true)}
        />
        <Button type="primary" disabled={Number.isNaN(to) || behind} onClick={() => move(to, '前移到指定时间')}>
          前移到此时间
        </Button>
      </div>
      <p id={`${id}-problem`} role="status">
        {left && wrong && <StatusMark kind="error">{wrong}</StatusMark>}
        {behind && <StatusMark kind="error">应晚于当前演练时间，请选择之后的时间</StatusMark>}
      </p>
    </CardSection>
  )
}

/**
 * True for the end of a period. The page then shows the last day of the period, because the stored end is the midnight
 * after it.
 */
const isEnd = (kind: PracticeDate) => kind === 'SIGN_END' || kind === 'STUDY_END'

type DateRow = PracticeClock['dates'][number]

function Dates({ clock, move }: { clock: PracticeClock; move: Move | null }) {
  const now = Date.parse(clock.now)
  const columns: NonNullable<TableProps<DateRow>['columns']> = [
    {
      key: 'at',
      title: '时刻',
      width: 160,
      render: (_, { at }) => formatDateTime(at),
    },
    {
      key: 'what',
      title: '事项',
      render: (_, { kind, plan, at }) => (
        <>
          <strong>{dateWords[kind]}</strong>
          {isEnd(kind) && `（最后一天 ${formatLastDay(at)}）`}
          {plan && <span className="cell-note">{plan}</span>}
        </>
      ),
    },
    ...(move
      ? [
          {
            key: 'move',
            title: '前移到',
            width: 210,
            render: (_: unknown, row: DateRow) => <RowMoves row={row} now={now} move={move} />,
          },
        ]
      : []),
  ]
  return (
    <CardSection id="dates" title="接下来的日期">
      <DeskTable<DateRow>
        aria-labelledby="dates"
        rowKey={({ kind, plan, at }) => `${kind} ${plan ?? ''} ${at}`}
        columns={columns}
        dataSource={clock.dates}
      />
    </CardSection>
  )
}

function RowMoves({ row, now, move }: { row: DateRow; now: number; move: Move }) {
  const at = Date.parse(row.at)
  const name = `${row.plan ?? ''}${dateWords[row.kind]}`
  return (
    <div className={classes.buttons}>
      {at - minuteMs > now && (
        <Button size="small" aria-label={`前一分钟：${name}`} onClick={() => move(at - minuteMs, `${name}前一分钟`)}>
          前一分钟
        </Button>
      )}
      <Button size="small" aria-label={`到这一刻：${name}`} onClick={() => move(at, name)}>
        到这一刻
      </Button>
    </div>
  )
}
