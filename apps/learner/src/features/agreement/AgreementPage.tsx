import type { UnacceptedAgreement } from '@ce/client/student.ts'
import { useSiteInfo } from '@ce/site/data.ts'
import { buttonClass } from '@ce/ui/Button.tsx'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { SignOutButton } from '../student/SignOutButton.tsx'
import { AgreementForm } from './AgreementForm.tsx'
import classes from './agreement.module.css'

/** Students who decline can still reach their data export, proofs and payments. */
export function AgreementPage({ texts }: { texts: readonly UnacceptedAgreement[] }) {
  const [declined, setDeclined] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const site = useSiteInfo()
  // Set the focus here, because the requested page never appeared.
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when the answer changes what is shown
  useEffect(() => {
    heading.current?.focus()
    window.scrollTo(0, 0)
  }, [declined])
  const due = texts.filter(({ state }) => state === 'DUE')
  const first = due.every(({ acceptedBefore }) => acceptedBefore === null)
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <span className={classes.site}>{site?.title}</span>
        <SignOutButton />
      </header>
      <main className={classes.card}>
        {declined ? (
          <>
            <h1 ref={heading} tabIndex={-1}>
              您没有同意
            </h1>
            <p>不同意就不能继续报名、学习、考试和提交申请。您的资料、证明和款项不受影响，仍可以：</p>
            <Ways />
            <button type="button" className={buttonClass('primary')} onClick={() => setDeclined(false)}>
              返回阅读文本
            </button>
          </>
        ) : (
          <>
            <h1 ref={heading} tabIndex={-1}>
              {first ? '请先阅读并同意用户协议和隐私政策' : '用户协议或隐私政策已更新，请阅读后继续'}
            </h1>
            <p>
              {first
                ? '您的账号由工作人员登记。继续使用之前，请阅读并同意以下文本。'
                : '以下文本有新版本。同意之后，才能继续报名、学习、考试和申请。'}
            </p>
            <AgreementForm texts={due} onDecline={() => setDeclined(true)} />
          </>
        )}
      </main>
    </div>
  )
}

function Ways() {
  const links = [
    [paths.privacy(), '下载个人信息副本、申请更正、注销账号'],
    [paths.grant(), '查看学时，下载学时证明'],
    [paths.orders(), '查看订单，申请退款'],
    [paths.invoices(), '查看和下载发票'],
    [paths.messages(), '查看站内消息'],
    [paths.password(), '修改登录密码'],
  ] as const
  return (
    <ul className={classes.ways}>
      {links.map(([to, text]) => (
        <li key={to}>
          <Link to={to}>{text}</Link>
        </li>
      ))}
    </ul>
  )
}
