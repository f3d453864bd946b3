import { CallRefused } from '@ce/client/call.ts'
import { ledgerPathQuery } from '@ce/client/certification_grant.ts'
import { checkInclusion, type InclusionCheck, type LedgerPath } from '@ce/client/check-inclusion.ts'
import { saveAs } from '@ce/frame/save-as.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { paths } from '../../paths.ts'
import classes from './GrantPage.module.css'

const why = '在这台设备上核对，可以确认您的每一条学时都在平台每天公示的台账中，没有被改动。'

/** 台账核对: works out on this device that every hour of one's own is in the newest published root. */
export function LedgerCheck() {
  const queries = useQueryClient()
  const check = useMutation({
    meta: { quiet: true },
    mutationFn: async () => {
      const path = await queries.fetchQuery({ ...ledgerPathQuery(), staleTime: 0 })
      return { path, result: await checkInclusion(path) }
    },
  })
  return (
    <section className={classes.ledger} aria-labelledby="ledger-check">
      <h2 id="ledger-check">核对学时台账</h2>
      <p>
        {why}
        <a href={paths.ledger()}>学时台账公示</a>
      </p>
      <p className={classes.ledgerActions}>
        <Button loading={check.isPending} onClick={() => check.mutate()}>
          核对我的学时
        </Button>
        {check.data && <SavePath path={check.data.path} />}
      </p>
      <div role="status">
        {check.data && <Verdict {...check.data} />}
        {check.error && (
          <StatusMark kind="warning">
            {check.error instanceof CallRefused ? check.error.message : '没有核对成，请稍后再试'}
          </StatusMark>
        )}
      </div>
    </section>
  )
}

function Verdict({
  path: { seal, entries },
  result,
}: {
  path: LedgerPath
  result: InclusionCheck
}) {
  if (result === 'SAME')
    return (
      <StatusMark kind="done">
        已核对：截至 {seal.day}，您的 {entries.length} 条学时记录都在公示的根中
      </StatusMark>
    )
  if (result === 'DIFFERENT')
    return (
      <StatusMark kind="error">与 {seal.day} 公示的根不一致，请保存核对文件并联系协会</StatusMark>
    )
  return <StatusMark kind="warning">这个浏览器不能核对，请用 HTTPS 地址打开本站</StatusMark>
}

/** Everything that was checked, to keep: it can be checked again without this portal (docs/ledger.md). */
function SavePath({ path }: { path: LedgerPath }) {
  const file = new Blob([JSON.stringify(path, null, 2)], { type: 'application/json' })
  return (
    <Button onClick={() => saveAs(file, `学时台账核对-${path.seal.day}.json`)}>下载核对文件</Button>
  )
}
