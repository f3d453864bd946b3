import { useSession } from '@ce/client/session.ts'
import { Link } from 'react-router'
import { sitePaths } from './paths.ts'

const steps = [
  { title: '报名', text: '选择年度课程，在线缴费' },
  { title: '学习', text: '看完课程视频，通过考试' },
  { title: '学时证明', text: '学时达标后自动生成，可打印、可核验' },
] as const

const entries = [
  {
    to: sitePaths.sign(),
    title: '继续教育报名',
    text: '选课、缴费，开始今年的学习',
    newTab: false,
  },
  {
    to: sitePaths.grant(),
    title: '学时查询',
    text: '查看历年学时与证明（新窗口打开）',
    newTab: true,
  },
  {
    to: sitePaths.verify(),
    title: '证明核验',
    text: '无需登录，凭编号核对证明真伪',
    newTab: false,
  },
] as const

/** What the portal does, in three steps, and the doors to it. */
export function WayIn() {
  const signedIn = useSession() !== null
  return (
    <>
      <section className="site-hero" aria-labelledby="hero">
        <div className="site-width">
          <h1 id="hero">执业药师年度继续教育，在这里一次办完</h1>
          <p className="site-hero-text">从报名、学习到学时证明，全程在线，学时由平台如实记录。</p>
          <ol className="site-steps">
            {steps.map(({ title, text }, index) => (
              <li key={title}>
                <span className="site-step-no" aria-hidden="true">
                  {index + 1}
                </span>
                <div>
                  <h2>{title}</h2>
                  <p>{text}</p>
                </div>
              </li>
            ))}
          </ol>
          <div className="site-hero-actions">
            {signedIn ? (
              <Link className="site-button" to={sitePaths.dashboard()}>
                进入工作台
              </Link>
            ) : (
              <>
                <Link className="site-button" to={sitePaths.login()}>
                  登录学习
                </Link>
                <Link className="site-button site-button-quiet" to={sitePaths.register()}>
                  新学员注册
                </Link>
              </>
            )}
          </div>
        </div>
      </section>
      <section className="site-width site-entries" aria-label="常用入口">
        {entries.map(({ to, title, text, newTab }) => (
          <Link
            key={title}
            to={to}
            className="site-entry"
            {...(newTab ? { target: '_blank', rel: 'noopener' } : {})}
          >
            <span className="site-entry-title">{title}</span>
            <span>{text}</span>
          </Link>
        ))}
      </section>
    </>
  )
}
