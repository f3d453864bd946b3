import { StatusMark } from '@ce/ui/StatusMark.tsx'
import type { ReactNode } from 'react'
import { formatDateTimeSeconds } from '../../format.ts'
import type { RecordedHeartbeat, StudyRecordData } from './heartbeat-text.ts'
import { formatCreditedSeconds, formatMediaInterval, heartbeatEventText, heartbeatOutcomeOf } from './heartbeat-text.ts'
import classes from './StudyRecord.module.css'

interface StudyRecordProps {
  record: StudyRecordData
  stale: boolean
  pager: ReactNode
}

/** The screen 学时来源 explains where a lesson's credit comes from. */
export function StudyRecord({ record, stale, pager }: StudyRecordProps) {
  const { list, total, lesson } = record
  const reading = lesson.kind === 'ARTICLE'
  return (
    <>
      <Figures record={record} />
      <Covered record={record} />
      <section className={classes.card} aria-labelledby="beats" aria-busy={stale}>
        <h2 id="beats">每条学习记录</h2>
        {total === 0 ? (
          <p>
            还没有学习记录：
            {reading ? '开始阅读后，每 15 秒以及每次暂停' : '开始播放后，每 15 秒以及每次暂停、跳转'}
            都会上报一条。
          </p>
        ) : (
          <ol className={classes.beats}>
            {list.map((beat) => (
              <BeatRow
                key={`${beat.playSessionId} ${beat.seq} ${beat.at} ${beat.reason}`}
                beat={beat}
                kind={lesson.kind}
              />
            ))}
          </ol>
        )}
        <nav className={classes.pages} aria-label="学习记录翻页">
          <span>共 {total} 条，最新的在前</span>
          {pager}
        </nav>
      </section>
    </>
  )
}

function Figures({ record }: { record: StudyRecordData }) {
  const { creditedSeconds, neededSeconds, lesson, sums, done, round } = record
  const reading = lesson.kind === 'ARTICLE'
  return (
    <section className={classes.card} aria-labelledby="figures">
      <h2 id="figures">
        {lesson.title}
        {round > 1 && `（第 ${round} 轮学习）`}
      </h2>
      <dl className={classes.figures}>
        <Figure name="已计入">{formatCreditedSeconds(creditedSeconds)}</Figure>
        <Figure name="学完需要">
          {formatCreditedSeconds(neededSeconds)}（{reading ? '要求阅读' : '全长'}{' '}
          {formatCreditedSeconds(lesson.durationSeconds)}）
        </Figure>
        <Figure name={reading ? '上报阅读' : '上报播放'}>{formatCreditedSeconds(sums.playedSeconds)}</Figure>
        <Figure name={reading ? '其中重复阅读' : '其中重复观看'}>{formatCreditedSeconds(sums.againSeconds)}</Figure>
        <Figure name="未被接受">
          {sums.refused} 次，{formatCreditedSeconds(sums.refusedSeconds)}
        </Figure>
        <Figure name="状态">
          {done ? (
            <StatusMark kind="done">已学完</StatusMark>
          ) : (
            <StatusMark kind="doing">
              还差 {formatCreditedSeconds(Math.max(0, neededSeconds - creditedSeconds))}
            </StatusMark>
          )}
        </Figure>
      </dl>
      <p className={classes.rule}>
        {reading && '文章按阅读计时的秒计入，页面不在前台或长时间没有操作时不计时。'}
        每一秒只计一次；全部课程、页面和设备共用一个时钟，计入的时间不会多于真实经过的时间；
        {reading ? '首次学习要读满要求的时间。' : '首次学习要按顺序看完。'}
      </p>
    </section>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Covered({ record: { covered, lesson } }: { record: StudyRecordData }) {
  const { durationSeconds } = lesson
  return (
    <section className={classes.card} aria-labelledby="covered">
      <h2 id="covered">计入的区间</h2>
      <svg className={classes.bar} viewBox={`0 0 ${durationSeconds} 1`} preserveAspectRatio="none" aria-hidden="true">
        {covered.map(([from, to]) => (
          <rect key={from} x={from} width={to - from} height={1} />
        ))}
      </svg>
      {covered.length === 0 ? (
        <p>还没有计入的区间。</p>
      ) : (
        <ul className={classes.stretches}>
          {covered.map(([from, to]) => (
            <li key={from}>
              {formatMediaInterval([from, to])}
              <span>{formatCreditedSeconds(to - from)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function BeatRow({ beat, kind }: { beat: RecordedHeartbeat; kind: StudyRecordData['lesson']['kind'] }) {
  const { mark, title, notes } = heartbeatOutcomeOf(beat)
  return (
    <li>
      <div className={classes.when}>
        <time dateTime={beat.at}>{formatDateTimeSeconds(beat.at)}</time>
        <span>
          {heartbeatEventText(beat.event, kind)} · 第 {beat.seq} 条
        </span>
      </div>
      <div className={classes.what}>
        {beat.intervals.length === 0 ? '—' : beat.intervals.map(formatMediaInterval).join('，')}
      </div>
      <div className={classes.outcome}>
        <StatusMark kind={mark}>{title}</StatusMark>
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
    </li>
  )
}
