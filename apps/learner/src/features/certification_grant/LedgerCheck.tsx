import { CallRefused } from '@ce/client/call.ts'
import { ledgerInclusionPathQuery } from '@ce/client/certification_grant.ts'
import { checkInclusion, type InclusionResult, type LedgerInclusionPath } from '@ce/client/check-inclusion.ts'
import { saveFile } from '@ce/client/save-as.ts'
import { Button, buttonClass } from '@ce/ui/Button.tsx'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import card from '../../components/card.module.css'
import { paths } from '../../paths.ts'

export function HoursLedgerCheck() {
  const queries = useQueryClient()
  const check = useMutation({
    meta: { quiet: true },
    mutationFn: async () => {
      const path = await queries.fetchQuery({ ...ledgerInclusionPathQuery(), staleTime: 0 })
      return { path, result: await checkInclusion(path) }
    },
  })
  const path = check.data?.path
  return (
    <section className={card.card} aria-labelledby="ledger-check">
      <h2 id="ledger-check">核对学时记录</h2>
      <p>平台每天公示全部学时记录的校验码。您可以在这里核对自己的学时记录是否与公示一致。</p>
      <div className={card.tools}>
        <Button kind="quiet" busy={check.isPending} onClick={() => check.mutate()}>
          核对我的学时
        </Button>
        {path && (
          <Button kind="quiet" onClick={() => savePath(path)}>
            下载核对文件
          </Button>
        )}
        {/* A plain link, because the server renders this public page. */}
        <a className={buttonClass('text')} href={paths.ledger()}>
          查看学时每日公示
        </a>
      </div>
      <div role="status">
        {check.data && <Verdict {...check.data} />}
        {check.error && (
          <StatusMark kind="warning">
            {check.error instanceof CallRefused ? check.error.message : '核对没有完成，请稍后再试'}
          </StatusMark>
        )}
      </div>
    </section>
  )
}

interface VerdictProps {
  path: LedgerInclusionPath
  result: InclusionResult
}

function Verdict({ path: { seal, entries }, result }: VerdictProps) {
  if (result === 'SAME')
    return (
      <StatusMark kind="done">
        核对一致：截至 {seal.day}，您的 {entries.length} 条学时记录与公示一致
      </StatusMark>
    )
  if (result === 'DIFFERENT')
    return <StatusMark kind="error">与 {seal.day} 的公示不一致，请下载核对文件并联系客服</StatusMark>
  return <StatusMark kind="warning">当前浏览器不能核对，请用 HTTPS 地址打开本站后再试</StatusMark>
}

/** Saves all checked data, so that anyone can check it again without this portal (docs/ledger.md). */
function savePath(path: LedgerInclusionPath): void {
  const file = new Blob([JSON.stringify(path, null, 2)], { type: 'application/json' })
  saveFile(file, `学时记录核对-${path.seal.day}.json`)
}
