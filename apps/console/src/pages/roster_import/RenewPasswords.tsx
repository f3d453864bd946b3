import { saveAs } from '@ce/client/save-as.ts'
import {
  type NewPassword,
  type RosterImport,
  useRenewPasswords,
} from '@ce/client/staff/roster_import.ts'
import { uuid } from '@ce/client/uuid.ts'
import { Alert, Button } from 'antd'
import { useRef, useState } from 'react'
import { csvOf } from '../../components/csv.ts'
import { FormDialog } from '../../components/FormDialog.tsx'
import { Reason } from '../../components/Reason.tsx'

interface RenewPasswordsProps {
  report: RosterImport
  /** people who were given one by this page */
  given: number
  onGiven: (people: number) => void
}

/** Who has never signed in may be given a new initial password: the first sheet was lost, or never fetched. */
export function RenewPasswords({ report, given, onGiven }: RenewPasswordsProps) {
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
          description={
            mayRenew
              ? renewWords(given > 0)
              : '需要新的初始密码时，请导入人或有“重置密码”权限的同事处理。'
          }
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
  // who was told so far: a second press after a failure goes on with the rest, in one sheet
  const told = useRef<{ people: NewPassword[]; after: string | null }>({ people: [], after: null })
  const renew = useRenewPasswords()
  const send = async ({ reason }: { reason: string }) => {
    const { people } = told.current
    let more = true
    try {
      do {
        const part: Awaited<ReturnType<typeof renew.mutateAsync>> = await renew.mutateAsync({
          importId,
          key: uuid(),
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
      // whoever has a new password by now has no other: their part of the sheet is kept, whatever became of the rest
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
      <Reason placeholder="如：密码表遗失" />
      <p role="status">{done > 0 && `已生成 ${done} / ${neverUsed}`}</p>
    </FormDialog>
  )
}

const titles = ['姓名', '手机号（登录账号）', '资格证书编号', '初始密码']

function save(people: readonly NewPassword[]): void {
  const lines = people.map(({ name, phone, certificateNo, password }) => [
    name,
    phone,
    certificateNo,
    password,
  ])
  const table = csvOf([titles, ...lines])
  saveAs(
    new Blob([table], { type: 'text/csv;charset=utf-8' }),
    `学员初始密码-${people.length}名.csv`,
  )
}
