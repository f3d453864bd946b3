import { formatFen } from '@ce/client/format.ts'
import type { YearFigures } from '@ce/client/staff/statistics.ts'
import { yearStepNames } from '@ce/contract/statistics-names'
import { percentText } from './metrics.ts'
import { StatisticsSection } from './Section.tsx'
import classes from './Statistics.module.css'

export function StatisticsOverview({ figures }: { figures: YearFigures }) {
  const { people, completion, money, proofs, funnel } = figures
  const paid = funnel.find(({ step }) => step === 'PAID')?.count ?? 0
  const tiles = [
    { title: '参与人数', value: `${people} 人`, note: '报名，或有本年度学时' },
    {
      title: '实收',
      value: formatFen(money.kept),
      note: `${money.orders} 笔，退款 ${formatFen(money.refunded)}`,
    },
    {
      title: '专业科目达标',
      value: `${completion.professional} 人`,
      note: `占缴费 ${percentText(completion.professional, paid)}`,
    },
    {
      title: '公需科目达标',
      value: `${completion.public} 人`,
      note: `占缴费 ${percentText(completion.public, paid)}`,
    },
    {
      title: '全部达标',
      value: `${completion.both} 人`,
      note: `占缴费 ${percentText(completion.both, paid)}`,
    },
    { title: '有效证明', value: `${proofs.valid} 份`, note: `另有 ${proofs.revoked} 份已撤销` },
  ]
  return (
    <>
      <dl className={classes.tiles}>
        {tiles.map(({ title, value, note }) => (
          <div key={title} className={classes.tile}>
            <dt>{title}</dt>
            <dd className={classes.value}>{value}</dd>
            <dd className={classes.note}>{note}</dd>
          </div>
        ))}
      </dl>
      <Funnel funnel={funnel} />
    </>
  )
}

function Funnel({ funnel }: Pick<YearFigures, 'funnel'>) {
  const all = funnel[0]?.count ?? 0
  return (
    <StatisticsSection title="从报名到证明">
      <table className={classes.funnel}>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">步骤</th>
            <th scope="col">人数</th>
            <th scope="col">占报名</th>
          </tr>
        </thead>
        <tbody>
          {funnel.map(({ step, count }) => (
            <tr key={step}>
              <th scope="row">{yearStepNames[step]}</th>
              <td className={classes.barCell}>
                <progress className={classes.bar} max={Math.max(all, 1)} value={count} aria-hidden="true" />
                {count} 人
              </td>
              <td className={classes.share}>{percentText(count, all)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes.note}>
        缴费以后的各步只计已缴费且未退款的人；减免或录入的学时也可取得证明，不必考完全部课程。
      </p>
    </StatisticsSection>
  )
}
