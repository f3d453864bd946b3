import { Link } from 'react-router'
import { CoursesIcon, GuideIcon, HoursIcon, SignUpIcon, VerifyIcon } from './icons.tsx'
import { sitePaths as paths } from './paths.ts'

export function QuickEntries() {
  const entries = [
    {
      mark: <SignUpIcon />,
      to: paths.sign(),
      title: '继续教育报名',
      text: '选课、缴费、学习',
    },
    { mark: <CoursesIcon />, to: paths.catalogue(), title: '课程目录', text: '免登录查看和试看' },
    { mark: <HoursIcon />, to: paths.grant(), title: '学时查询', text: '查看历年学时与证明' },
    {
      mark: <VerifyIcon />,
      to: paths.verify(),
      title: '证明核验',
      text: '凭核验编号查验',
    },
    { mark: <GuideIcon />, to: paths.guide(), title: '注册指南', text: '执业药师注册怎么办' },
  ]
  return (
    <nav className="site-width quick-entries" aria-label="常用入口">
      {entries.map(({ mark, to, title, text }) => (
        <Link key={title} to={to} {...(to === paths.grant() ? { target: '_blank', rel: 'noopener' } : {})}>
          {mark}
          <span>
            <strong>{title}</strong>
            <span>
              {text}
              {to === paths.grant() && <span className="visually-hidden">（新窗口打开）</span>}
            </span>
          </span>
        </Link>
      ))}
    </nav>
  )
}
