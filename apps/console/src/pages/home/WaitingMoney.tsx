import { formatDateTime, formatFen } from '@ce/client/format.ts'
import { differencesQuery, refundRequestsQuery } from '@ce/client/staff/finance.ts'
import { Loaded } from '@ce/frame/Loaded.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import classes from './HomePage.module.css'

const shown = 5

/** Refunds that students wait for, and how much differs from the channels. */
export function WaitingMoney() {
  const requests = useQuery(refundRequestsQuery({ state: 'OPEN', page: 1, pageSize: shown }))
  const differences = useQuery(differencesQuery({ state: 'OPEN', page: 1, pageSize: 1 }))
  return (
    <>
      <section className={classes.card} aria-labelledby="waiting-refunds">
        <div className={classes.head}>
          <h2 id="waiting-refunds">退款申请</h2>
          {requests.data && <span className={classes.count}>{requests.data.total} 项</span>}
        </div>
        <Loaded query={requests}>
          {({ list, total }) =>
            total === 0 ? (
              <p>没有等待审核的退款申请。</p>
            ) : (
              <>
                <ul className={classes.list}>
                  {list.map(({ id, orderNo, student, amount, askedAt }) => (
                    <li key={id}>
                      <Link to={paths.financeOrder(orderNo)}>
                        {student.name}，{formatFen(amount)}
                      </Link>
                      <span className={classes.meta}>{formatDateTime(askedAt)} 申请</span>
                    </li>
                  ))}
                </ul>
                <p className={classes.more}>
                  <Link to={paths.financeTab('refunds')}>查看全部 {total} 项</Link>
                </p>
              </>
            )
          }
        </Loaded>
      </section>
      <section className={classes.card} aria-labelledby="waiting-differences">
        <div className={classes.head}>
          <h2 id="waiting-differences">对账差异</h2>
          {differences.data && <span className={classes.count}>{differences.data.total} 条</span>}
        </div>
        <Loaded query={differences}>
          {({ total }) =>
            total === 0 ? (
              <p>账目与渠道一致，没有待处理的差异。</p>
            ) : (
              <p>
                <Link to={paths.financeTab('differences')}>去处理</Link>
              </p>
            )
          }
        </Loaded>
      </section>
    </>
  )
}
