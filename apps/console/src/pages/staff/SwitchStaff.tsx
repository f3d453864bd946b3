import { accountOf, type StaffMember, useUpdateStaff } from '@ce/client/staff/staff.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { FormDialog } from '../../components/FormDialog.tsx'
import classes from '../../components/form.module.css'
import { Reason } from '../../components/Reason.tsx'

/** Disables an account, or enables it again. */
export function SwitchStaff({ member, onClose }: { member: StaffMember; onClose: () => void }) {
  const update = useUpdateStaff()
  const { id, name, username, disabled } = member
  const verb = disabled ? '启用' : '停用'
  const send = async ({ reason }: { reason: string }) => {
    const before = accountOf(member)
    await update.mutateAsync({ ...before, id, disabled: !disabled, before, reason })
    showNotice({ kind: 'success', title: `已${verb}：${name}` })
  }
  return (
    <FormDialog
      title={`${verb}：${name}（${username}）`}
      okText={verb}
      danger={!disabled}
      initialValues={{ reason: '' }}
      send={send}
      onClose={onClose}
    >
      <p className={classes.problem}>
        {disabled
          ? '启用后，对方可以用原来的密码和角色登录。'
          : '停用后，对方正在使用的后台立即退出，也不能再登录；账号和以往的操作记录保留，随时可以重新启用。'}
      </p>
      <Reason placeholder={disabled ? '如：返岗' : '如：离职'} />
    </FormDialog>
  )
}
