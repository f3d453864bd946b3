import { CallRefused } from '@ce/client/call.ts'
import type { InclusionCheck, LedgerPath } from '@ce/client/check-inclusion.ts'
import { StatusMark } from '@ce/ui/StatusMark.tsx'
import type { useLedgerCheck } from './use-ledger-check.ts'

export const ledgerWords = {
  title: '核对学时台账',
  why: '在这台设备上核对，可以确认您的每一条学时都在平台每天公示的台账中，没有被改动。',
  published: '学时每日公示',
  check: '核对我的学时',
  save: '下载核对文件',
} as const

/** What a check of the ledger came to, or why there was none. */
export function LedgerVerdict({ check }: { check: ReturnType<typeof useLedgerCheck> }) {
  return (
    <div role="status">
      {check.data && <Verdict {...check.data} />}
      {check.error && (
        <StatusMark kind="warning">
          {check.error instanceof CallRefused ? check.error.message : '没有核对成，请稍后再试'}
        </StatusMark>
      )}
    </div>
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
        已核对：截至 {seal.day}，您的 {entries.length} 条学时记录都与公示的校验码相符
      </StatusMark>
    )
  if (result === 'DIFFERENT')
    return (
      <StatusMark kind="error">与 {seal.day} 公示的校验码不符，请保存核对文件并联系协会</StatusMark>
    )
  return <StatusMark kind="warning">这个浏览器不能核对，请用 HTTPS 地址打开本站</StatusMark>
}
