import { useSession } from '@ce/client/session.ts'
import { Link } from 'react-router'
import { Carousel } from './Carousel.tsx'
import type { SwiperItem } from './data.ts'
import { sitePaths as paths } from './paths.ts'

const steps = [
  { title: '报名', text: '选择年度课程，在线缴费' },
  { title: '学习', text: '看完课程视频，通过考试' },
  { title: '学时证明', text: '达标后自动生成，可打印核验' },
] as const

export function HomeHero({ slides }: { slides: readonly SwiperItem[] }) {
  const signedIn = useSession() !== null
  return (
    <section className="hero" aria-labelledby="hero-title">
      <div className={slides.length > 0 ? 'site-width hero-row' : 'site-width hero-alone'}>
        <div className="hero-words">
          <h1 id="hero-title">
            <span>执业药师年度继续教育，</span>
            <span>报名、学习、考试在线办理</span>
          </h1>
          <p className="hero-lead">达标后自动生成学时证明，学时由平台如实记录。</p>
          <ol className="hero-steps">
            {steps.map(({ title, text }) => (
              <li key={title}>
                <strong>{title}</strong>
                <span>{text}</span>
              </li>
            ))}
          </ol>
          <div className="hero-actions">
            {signedIn ? (
              <Link className="site-button" to={paths.dashboard()}>
                进入工作台
              </Link>
            ) : (
              <>
                <Link className="site-button" to={paths.login()}>
                  登录学习
                </Link>
                <Link className="site-button site-button-quiet" to={paths.register()}>
                  新学员注册
                </Link>
              </>
            )}
          </div>
        </div>
        {slides.length > 0 && <Carousel slides={slides} />}
      </div>
    </section>
  )
}
