import { formatDateTime } from '@ce/client/format.ts'
import { EmptyState } from '@ce/ui/States.tsx'
import { Link, useLoaderData } from 'react-router'
import type { LedgerData } from '../load-ledger.ts'
import { Pager } from '../Pager.tsx'
import { sitePaths } from '../paths.ts'
import '../verify.css'

const what =
  '每天零点，平台把全部学员的学时记录汇总成一个校验码，并在这里公示。学时记录只能增加，不能修改或删除；任何一条被改动、删除或补插，都会与已公示的校验码不符。'
const keep = '任何人都可以抄录、保存这些校验码；学员登录后可在'
const check = '页核对自己的每一条学时都在其中。'

export function VerifyLedgerPage() {
  const { list, total, page, pageSize } = useLoaderData<LedgerData>()
  return (
    <section className="site-width verify" aria-labelledby="ledger-title">
      <h1 id="ledger-title">学时每日公示</h1>
      <p className="verify-lead">
        {what}
        {keep}
        <Link to={sitePaths.grant()}>学时证明</Link>
        {check}
      </p>
      {list.length > 0 ? (
        <>
          <div className="ledger-roots">
            <table>
              <caption className="visually-hidden">每日公示的校验码</caption>
              <thead>
                <tr>
                  <th scope="col">日期</th>
                  <th scope="col" className="ledger-count">
                    学员
                  </th>
                  <th scope="col" className="ledger-count">
                    学时记录
                  </th>
                  <th scope="col">校验码</th>
                  <th scope="col">生成时间</th>
                </tr>
              </thead>
              <tbody>
                {list.map(({ day, heads, entries, root, at }) => (
                  <tr key={day}>
                    <th scope="row">{day}</th>
                    <td className="ledger-count">{heads} 人</td>
                    <td className="ledger-count">{entries} 条</td>
                    <td className="ledger-root">
                      <code>{root}</code>
                    </td>
                    <td>{formatDateTime(at)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <Pager {...{ page, pageSize, total }} to={(number) => `${sitePaths.ledger()}?page=${number}`} />
        </>
      ) : (
        <NoRoots total={total} />
      )}
    </section>
  )
}

function NoRoots({ total }: { total: number }) {
  if (total === 0)
    return <EmptyState title="还没有公示的校验码">平台运行的第一天结束后，这里会列出每天的校验码。</EmptyState>
  return (
    <EmptyState title="没有这一页" action={<Link to={sitePaths.ledger()}>回到第一页</Link>}>
      公示的校验码没有那么多页。
    </EmptyState>
  )
}
