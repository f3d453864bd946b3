import { callFailureText } from '@ce/client/form-refusal.ts'
import { decodeBase64, saveFile } from '@ce/client/save-as.ts'
import type { RenewedPassword, RosterImport } from '@ce/client/staff/roster_import.ts'
import { useRenewRosterPasswords, useRosterPasswords } from '@ce/client/staff/roster_import.ts'
import { randomUuid } from '@ce/client/uuid.ts'
import { Alert, Button } from 'antd'
import { useRef, useState } from 'react'
import { toExcelCsv } from '../../components/csv.ts'
import { ReasonField } from '../../components/Reason.tsx'
import { useConfirm } from '../../kit/confirm.ts'
import { FormDialog } from '../../kit/FormDialog.tsx'

/** Offers the password sheet of an import and, if it is lost, new passwords for students who never signed in. */
export function RosterInitialPasswords({ report, renew }: { report: RosterImport; renew: () => void }) {
  // The number of new passwords; the original sheet is out of date once there are any.
  const [given, setGiven] = useState(0)
  return (
    <>
      {given === 0 && <PasswordSheet report={report} renew={renew} />}
      <RenewPasswords report={report} given={given} onGiven={setGiven} />
    </>
  )
}

/** The sheet can be downloaded once; after a lost response a repeat with the same key works. */
function PasswordSheet({ report, renew }: { report: RosterImport; renew: () => void }) {
  const confirm = useConfirm()
  const [key] = useState(randomUuid)
  const take = useRosterPasswords()
  if (report.sheet === 'NONE') return null
  if (report.sheet === 'TAKEN' && !take.error)
    return (
      <Alert
        type="info"
        showIcon
        title="导入时的初始密码表已下载过，服务器上不再保留"
        description="后来重新生成过初始密码的学员，以最后一次的密码表为准。"
      />
    )
  const save = () =>
    take.mutate(
      { importId: report.importId, key },
      {
        onSuccess: ({ name, mime, content }) => saveFile(new Blob([decodeBase64(content)], { type: mime }), name),
        onError: renew,
      },
    )
  const ask = () =>
    confirm({
      title: '下载初始密码表？',
      content: '只能下载一次。请存放在只有您能打开的地方，分别转告本人后删除。',
      okText: '下载',
      cancelText: '以后再说',
      onOk: save,
    })
  return (
    <Alert
      type="warning"
      showIcon
      title="请下载初始密码表，只能下载一次"
      description={take.error ? callFailureText(take.error) : '七天内不下载，密码表会自动删除。'}
      action={
        <Button type="primary" loading={take.isPending} onClick={ask}>
          下载密码表…
        </Button>
      }
    />
  )
}

interface RenewPasswordsProps {
  report: RosterImport
  given: number
  onGiven: (people: number) => void
}

/** Makes new passwords for students who never signed in, if the first sheet was lost. */
function RenewPasswords({ report, given, onGiven }: RenewPasswordsProps) {
  const [open, setOpen] = useState(false)
  const { neverUsed, mayRenew, sheet } = report
  const nothingToDo = neverUsed === 0 || sheet === 'READY'
  return (
    <>
      <div role="status">
        {given > 0 && (
          <Alert
            type="success"
            role="none"
            showIcon
            title={`已为 ${given} 名学员生成新的初始密码，密码表已保存到您的电脑`}
            description="原来的初始密码已失效。请分别转告本人后删除密码表。"
          />
        )}
      </div>
      {!nothingToDo && (
        <Alert
          type="info"
          showIcon
          title={`有 ${neverUsed} 名学员从未登录过`}
          description={mayRenew ? renewWords(given > 0) : '需要新的初始密码时，请导入人或有“重置密码”权限的同事处理。'}
          action={mayRenew && <Button onClick={() => setOpen(true)}>重新生成初始密码…</Button>}
        />
      )}
      {open && <RenewDialog report={report} onGiven={onGiven} onClose={() => setOpen(false)} />}
    </>
  )
}

const renewWords = (again: boolean) =>
  `${again ? '刚刚保存的密码表遗失时，可以再次' : '密码表遗失或没有下载时，可以为他们'}重新生成初始密码；登录过的学员不受影响。`

interface RenewDialogProps {
  report: RosterImport
  onGiven: (people: number) => void
  onClose: () => void
}

function RenewDialog({ report, onGiven, onClose }: RenewDialogProps) {
  const { importId, neverUsed } = report
  const [done, setDone] = useState(0)
  // Keeps the new passwords received so far, so that a retry gives one complete sheet.
  const told = useRef<{ people: RenewedPassword[]; after: string | null }>({ people: [], after: null })
  const renew = useRenewRosterPasswords()
  const send = async ({ reason }: { reason: string }) => {
    const { people } = told.current
    let more = true
    try {
      do {
        const part: Awaited<ReturnType<typeof renew.mutateAsync>> = await renew.mutateAsync({
          importId,
          key: randomUuid(),
          reason,
          ...(told.current.after ? { after: told.current.after } : {}),
        })
        people.push(...part.people)
        setDone(people.length)
        if (part.next) told.current.after = part.next
        more = part.next !== null
      } while (more)
      onGiven(people.length)
    } finally {
      // The new passwords are already valid, so save them even if a later request failed.
      if (people.length > 0) save(people)
    }
  }
  return (
    <FormDialog<{ reason: string }>
      title={`为 ${neverUsed} 名从未登录的学员重新生成初始密码`}
      okText="生成并保存密码表"
      send={send}
      onClose={onClose}
    >
      <p>
        他们原来的初始密码立即失效，首次登录时会被提示修改新密码。密码表只在这里生成一次，服务器不保存；请存放在只有您能打开的地方。
      </p>
      <ReasonField placeholder="如：密码表遗失" />
      <p role="status">{done > 0 && `已生成 ${done} / ${neverUsed}`}</p>
    </FormDialog>
  )
}

const titles = ['姓名', '手机号（登录账号）', '资格证书编号', '初始密码']

function save(people: readonly RenewedPassword[]): void {
  const lines = people.map(({ name, phone, certificateNo, password }) => [name, phone, certificateNo, password])
  const table = toExcelCsv([titles, ...lines])
  saveFile(new Blob([table], { type: 'text/csv;charset=utf-8' }), `学员初始密码-${people.length}名.csv`)
}
