import { failureWords } from '@ce/client/form-refusal.ts'
import { bytesOf, saveAs } from '@ce/client/save-as.ts'
import { type RosterImport, useRosterPasswords } from '@ce/client/staff/roster_import.ts'
import { uuid } from '@ce/client/uuid.ts'
import { Alert, App, Button } from 'antd'
import { useState } from 'react'

/** The initial passwords, once. A lost answer may be asked for again with the same key. */
export function PasswordSheet({ report, renew }: { report: RosterImport; renew: () => void }) {
  const { modal } = App.useApp()
  const [key] = useState(uuid)
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
        onSuccess: ({ name, mime, content }) =>
          saveAs(new Blob([bytesOf(content)], { type: mime }), name),
        onError: renew,
      },
    )
  const ask = () =>
    modal.confirm({
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
      description={take.error ? failureWords(take.error) : '七天内不下载，密码表会自动删除。'}
      action={
        <Button type="primary" loading={take.isPending} onClick={ask}>
          下载密码表…
        </Button>
      }
    />
  )
}
