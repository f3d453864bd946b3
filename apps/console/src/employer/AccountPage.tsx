import { showNotice } from '@ce/ui/notices.ts'
import classes from '../components/form.module.css'
import { PageHeader } from '../kit/PageHeader.tsx'
import { EmployerPassword } from './EmployerPassword.tsx'

export function AccountPage() {
  return (
    <>
      <PageHeader title="修改密码">修改之后，其他电脑上的登录随即失效。</PageHeader>
      <section className={classes.card}>
        <EmployerPassword
          oldLabel="原密码"
          onDone={() => showNotice({ kind: 'success', title: '密码已修改' })}
        />
      </section>
    </>
  )
}
