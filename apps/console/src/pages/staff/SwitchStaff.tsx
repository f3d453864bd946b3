import { editableStaffFields, type StaffMember, useUpdateStaff } from '@ce/client/staff/staff.ts'
import classes from '../../components/form.module.css'
import { ReasonDialog } from '../../components/ReasonDialog.tsx'

export function SwitchStaffDialog({ member, onClose }: { member: StaffMember; onClose: () => void }) {
  const update = useUpdateStaff()
  const { id, name, username, disabled } = member
  const verb = disabled ? '启用' : '停用'
  const before = editableStaffFields(member)
  return (
    <ReasonDialog
      title={`${verb}：${name}（${username}）`}
      okText={verb}
      danger={!disabled}
      placeholder={disabled ? '如：返岗' : '如：离职'}
      send={(reason) => update.mutateAsync({ ...before, id, disabled: !disabled, before, reason })}
      done={{ title: `已${verb}：${name}` }}
      onClose={onClose}
    >
      <p className={classes.problem}>
        {disabled
          ? '启用后，对方可以用原来的密码和角色登录。'
          : '停用后，对方正在使用的后台立即退出，也不能再登录；账号和以往的操作记录保留，随时可以重新启用。'}
      </p>
    </ReasonDialog>
  )
}
