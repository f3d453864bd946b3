import { type StaffMe, useStaffSession } from '@ce/client/staff-session.ts'
import { showNotice } from '@ce/ui/notices.ts'
import { Descriptions } from 'antd'
import classes from '../../components/form.module.css'
import { PageHeader } from '../../kit/PageHeader.tsx'
import { StaffPasswordForm } from './PasswordForm.tsx'
import { PermissionList } from './PermissionList.tsx'
import { TotpSection } from './TotpSection.tsx'

export function StaffAccountPage() {
  const me = useStaffSession()?.me
  if (!me) return null
  return (
    <div className={classes.reading}>
      <PageHeader title="我的账号">姓名和角色由超级管理员维护；密码和动态口令由您自己保管。</PageHeader>
      <section className={classes.card}>
        <h2>我是谁</h2>
        <WhoAmI me={me} />
      </section>
      <section className={classes.card}>
        <h2>修改密码</h2>
        <StaffPasswordForm
          oldLabel="当前密码"
          onDone={() =>
            showNotice({
              kind: 'success',
              title: '密码已修改',
              text: '您在其他设备上的登录已失效。',
            })
          }
        />
      </section>
      <section className={classes.card}>
        <h2>动态口令</h2>
        <TotpSection me={me} />
      </section>
    </div>
  )
}

function WhoAmI({ me }: { me: StaffMe }) {
  const roles = me.roles.map(({ title }) => title).join('、') || '尚未分配角色'
  return (
    <Descriptions
      column={1}
      items={[
        { key: 'username', label: '用户名', children: me.username },
        { key: 'name', label: '姓名', children: me.name },
        { key: 'roles', label: '角色', children: roles },
        {
          key: 'permissions',
          label: '可以做的事',
          children: <PermissionList held={me.permissions} />,
        },
      ]}
    />
  )
}
