import type { Output } from '@ce/client/call.ts'
import { yearPlanQuery } from '@ce/client/course.ts'
import { formatDate, formatDuration, formatFen, formatHours } from '@ce/client/format.ts'
import { type StatusKind, StatusMark } from '@ce/ui/StatusMark.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import classes from './GrantPage.module.css'

type Year = Output<'GET /course/v1/year_plan'>['list'][number]

const states: Record<Year['step'], { label: string; kind: StatusKind }> = {
  DONE: { label: '已达标', kind: 'done' },
  SIGN: { label: '缺口，可报名', kind: 'warning' },
  PAY: { label: '待支付', kind: 'warning' },
  STUDY: { label: '学习中', kind: 'doing' },
  WAIT: { label: '尚未开始', kind: 'locked' },
  PUBLIC: { label: '缺公需学时', kind: 'warning' },
  LOST: { label: '缺口', kind: 'error' },
}

const lead =
  '申请注册时，主管部门会看近几年的学时是否连续达标。这里列出每一年还缺什么、最迟到什么时候、怎样最省。'
const publicWay = '公需科目在国家平台学习后由协会登记，或按规定减免'

/** Every year side by side, the gaps before a registration, and the shortest way to close each. */
export function YearPlan() {
  const list = useQuery(yearPlanQuery()).data?.list ?? []
  if (list.length === 0) return null
  const gaps = list.filter(({ step }) => step !== 'DONE' && step !== 'WAIT')
  return (
    <section className={classes.plan} aria-labelledby="year-plan">
      <h2 id="year-plan">年度规划</h2>
      <p>{lead}</p>
      <p>
        <strong>
          {gaps.length === 0
            ? '已开始的各年度都已达标。'
            : `还有 ${gaps.length} 个年度未达标：${gaps.map(({ year }) => year).join('、')}。`}
        </strong>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={classes.planScroll} aria-label="年度规划表" tabIndex={0}>
        <table className="figures">
          <thead>
            <tr>
              <th scope="col">年度</th>
              <th scope="col">状态</th>
              <th scope="col">专业科目还缺</th>
              <th scope="col">公需科目还缺</th>
              <th scope="col">期限</th>
              <th scope="col">怎么办</th>
            </tr>
          </thead>
          <tbody>
            {list.map((year) => (
              <tr key={year.year}>
                <th scope="row">{year.year}</th>
                <td>
                  <StatusMark kind={states[year.step].kind}>{states[year.step].label}</StatusMark>
                </td>
                <td data-name="专业科目还缺">{missing(year.missing.professional)}</td>
                <td data-name="公需科目还缺">{missing(year.missing.public)}</td>
                <td data-name="期限">{untilWords(year)}</td>
                <td className={classes.planWay}>
                  <Way year={year} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}

const missing = (hours: number) => (hours > 0 ? `${formatHours(hours)} 学时` : '—')

function untilWords({ step, until }: Year): string {
  if (!until) return '—'
  if (step === 'WAIT') return `${formatDate(until)} 开始报名`
  return `${formatDate(until)} ${step === 'STUDY' ? '学习截止' : '报名截止'}`
}

function Way({ year }: { year: Year }) {
  const { step, price, signId } = year
  if (step === 'DONE') return '—'
  const publicMissing = year.missing.public > 0 && step !== 'WAIT' && step !== 'LOST' && (
    <span>{publicWay}</span>
  )
  return (
    <>
      {step === 'SIGN' && <SignWay year={year} />}
      {step === 'PAY' && <Link to={paths.orders()}>去支付 {formatFen(price)}</Link>}
      {step === 'STUDY' && signId && <Link to={paths.course(signId)}>继续学习已选的课程</Link>}
      {step === 'LOST' && <span>本年度已截止，不能再学习补齐；如有疑问请联系客服</span>}
      {publicMissing}
    </>
  )
}

function SignWay({ year: { year, way, price } }: { year: Year }) {
  if (!way) return <span>开放的课程不够补齐学时，请联系客服</span>
  const hours = way.reduce((sum, course) => sum + course.hours, 0)
  const seconds = way.reduce((sum, course) => sum + course.durationSeconds, 0)
  const cost = price === 0 ? '免费' : formatFen(price)
  return (
    <>
      <span>
        最省的选法：{way.length} 门课，{formatHours(hours)} 学时，时长 {formatDuration(seconds)}，
        {cost}
      </span>
      <details>
        <summary>看是哪几门</summary>
        <ul>
          {way.map((course) => (
            <li key={course.id}>
              {course.title}（{course.required ? '必修' : '选修'}，{formatHours(course.hours)}{' '}
              学时）
            </li>
          ))}
        </ul>
      </details>
      <Link to={paths.signYear(year)}>去报名 {year} 年度</Link>
    </>
  )
}
