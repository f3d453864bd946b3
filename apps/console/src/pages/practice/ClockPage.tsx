import { Loaded } from '@ce/client/components/Loaded.tsx'
import { refocus } from '@ce/client/components/refocus.ts'
import { failureWords } from '@ce/client/form-refusal.ts'
import { formatDateTime, formatLastDay } from '@ce/client/format.ts'
import { learnPracticeTime } from '@ce/client/practice.ts'
import {
  isCatchingUp,
  type PracticeClock,
  practiceClockQuery,
  useMoveClock,
} from '@ce/client/staff/practice.ts'
import { usePermission } from '@ce/client/staff-session.ts'
import type { PracticeDate } from '@ce/contract/practice-words'
import { showNotice } from '@ce/ui/notices.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { App, Button, Input, type TableProps } from 'antd'
import { useId, useState } from 'react'
import classes from '../../components/cards.module.css'
import { DeskTable } from '../../components/DeskTable.tsx'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { shanghaiClock, shanghaiInstant } from '../poster/publish-time.ts'

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

/** 演练时钟: what the world's clock shows, and the moments to which staff move it. */
export function ClockPage() {
  const query = useQuery(practiceClockQuery())
  const may = usePermission('setting.edit')
  const move = useAskedMove()
  return (
    <>
      <PageHeader title="演练时钟">
        把演练环境的时间前移到要演练的时刻。只能向前；需要回到从前时，请重新建立演练环境。已登录的人员保持登录。
      </PageHeader>
      <Loaded query={query}>
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
      </Loaded>
    </>
  )
}

/** Moves the clock after a question: there is no way back. */
function useAskedMove(): Move {
  const { modal } = App.useApp()
  const { mutateAsync } = useMoveClock()
  return (to, words) => {
    const asked = modal.confirm({
      title: `把演练时间前移到 ${formatDateTime(to)}？`,
      content: `${words}。前移后不能退回；到期的订单、考试、提醒等随后自动处理。`,
      okText: '前移',
      cancelText: '取消',
      afterClose: refocus,
      onOk: () =>
        mutateAsync({ to: new Date(to).toISOString() }).then(
          () => {
            showNotice({ kind: 'success', title: `演练时间已前移到 ${formatDateTime(to)}` })
            learnPracticeTime()
          },
          (error: unknown) => {
            asked.destroy()
            showNotice({ kind: 'error', title: '没有前移', text: failureWords(error) })
          },
        ),
    })
  }
}

function Now({ clock }: { clock: PracticeClock }) {
  const { done, all } = clock.jobs
  return (
    <section className={classes.card} aria-labelledby="now">
      <div className={classes.head}>
        <h2 id="now">当前演练时间 {formatDateTime(clock.now)}</h2>
        <span className={classes.hint}>
          计划复制自 {clock.source}（{formatDateTime(clock.copiedAt)}）
        </span>
      </div>
      <p role="status">
        {isCatchingUp(clock) ? (
          <StatusMark kind="doing">
            正在按新的时间处理到期事项（{done}/{all}），完成后各页面显示最新结果
          </StatusMark>
        ) : (
          <StatusMark kind={all > 0 ? 'done' : 'todo'}>
            {all > 0 ? '到期事项已按当前时间处理完毕' : '时钟还没有前移过'}
          </StatusMark>
        )}
      </p>
    </section>
  )
}

function Steps({ now, move }: { now: number; move: Move }) {
  const [typed, setTyped] = useState('')
  const id = useId()
  const to = typed ? Date.parse(shanghaiInstant(typed)) : Number.NaN
  const behind = to <= now
  return (
    <section className={classes.card} aria-labelledby="steps">
      <h2 id="steps">前移</h2>
      <div className={classes.buttons}>
        {steps.map(([words, ms]) => (
          <Button key={words} onClick={() => move(now + ms, `前移 ${words}`)}>
            前移 {words}
          </Button>
        ))}
      </div>
      <label htmlFor={id}>前移到指定时间（北京时间）</label>
      <div className={classes.buttons}>
        {/* the browser's own picker: antd's cannot be used by keys and screen readers alone */}
        <Input
          id={id}
          type="datetime-local"
          style={{ width: 240 }}
          value={typed}
          min={shanghaiClock(new Date(now + minuteMs))}
          aria-invalid={behind}
          aria-describedby={`${id}-problem`}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button
          type="primary"
          disabled={Number.isNaN(to) || behind}
          onClick={() => move(to, '前移到指定时间')}
        >
          前移到此时间
        </Button>
      </div>
      <p id={`${id}-problem`} role="status">
        {behind && <StatusMark kind="error">应晚于当前演练时间，请选择之后的时间</StatusMark>}
      </p>
    </section>
  )
}

/** Of an end people know the last day: it is the midnight after it. */
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
    <section className={classes.card} aria-labelledby="dates">
      <h2 id="dates">接下来的日期</h2>
      <DeskTable<DateRow>
        aria-labelledby="dates"
        rowKey={({ kind, plan, at }) => `${kind} ${plan ?? ''} ${at}`}
        columns={columns}
        dataSource={clock.dates}
      />
    </section>
  )
}

function RowMoves({ row, now, move }: { row: DateRow; now: number; move: Move }) {
  const at = Date.parse(row.at)
  const name = `${row.plan ?? ''}${dateWords[row.kind]}`
  return (
    <div className={classes.buttons}>
      {at - minuteMs > now && (
        <Button
          size="small"
          aria-label={`前一分钟：${name}`}
          onClick={() => move(at - minuteMs, `${name}前一分钟`)}
        >
          前一分钟
        </Button>
      )}
      <Button size="small" aria-label={`到这一刻：${name}`} onClick={() => move(at, name)}>
        到这一刻
      </Button>
    </div>
  )
}
