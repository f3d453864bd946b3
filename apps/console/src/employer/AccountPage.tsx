import { showNotice } from '@ce/ui/notices.ts'
import classes from '../components/form.module.css'
import { PageHeader } from '../kit/PageHeader.tsx'
import { EmployerPasswordForm } from './EmployerPassword.tsx'

export function EmployerAccountPage() {
  return (
    <>
      <PageHeader title="修改密码">修改之后，其他电脑上的登录随即失效。</PageHeader>
      <section className={classes.card}>
        <EmployerPasswordForm oldLabel="原密码" onDone={() => showNotice({ kind: 'success', title: '密码已修改' })} />
      </section>
    </>
  )
}
