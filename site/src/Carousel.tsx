import { useEffect, useRef, useState } from 'react'
import type { SwiperItem } from './data.ts'
import { NextIcon, PauseIcon, PlayIcon, PreviousIcon } from './icons.tsx'
import { LocalLink } from './LocalLink.tsx'
import { useMounted } from './use-mounted.ts'
import { useCarousel } from './use-turning.ts'

/**
 * A scrollable list that works without scripts. It advances by itself until it is paused, pointed at or focused (WCAG
 * 2.2.2).
 */
export function Carousel({ slides }: { slides: readonly SwiperItem[] }) {
  const list = useRef<HTMLUListElement>(null)
  const ready = useMounted()
  const [all, fetchAll] = useLater()
  const { current, playing, setPlaying, turn, hold, release, scrolled } = useCarousel(list, slides.length)
  return (
    <section
      className="carousel ui-light"
      aria-roledescription="轮播"
      aria-label="要闻图片"
      onPointerEnter={hold}
      onPointerDown={fetchAll}
      onKeyDown={fetchAll}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard too */}
      <ul className="carousel-slides" ref={list} tabIndex={0} aria-label="图片" onScroll={scrolled}>
        {slides.map((slide, index) => (
          <li key={slide.id}>
            <Slide slide={slide} first={index === 0} shown={index === 0 || all} />
          </li>
        ))}
      </ul>
      {ready && slides.length > 1 && (
        <div className="carousel-tools">
          <button type="button" aria-label="上一张" onClick={() => turn(current - 1)}>
            <PreviousIcon />
          </button>
          <span className="figures">
            <span className="visually-hidden">第 </span>
            {current + 1} / {slides.length}
          </span>
          <button type="button" aria-label="下一张" onClick={() => turn(current + 1)}>
            <NextIcon />
          </button>
          <button type="button" aria-label={playing ? '暂停自动播放' : '自动播放'} onClick={() => setPlaying(!playing)}>
            {playing ? <PauseIcon /> : <PlayIcon />}
          </button>
        </div>
      )}
    </section>
  )
}

/** Milliseconds from hydration until hidden pictures are loaded, well before the carousel first advances. */
const laterMs = 3_500

/** Loads hidden pictures after a while, or when somebody uses the carousel. */
function useLater(): [later: boolean, now: () => void] {
  const [later, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), laterMs)
    return () => clearTimeout(timer)
  }, [])
  return [later, () => setLater(true)]
}

interface SlideProps {
  slide: SwiperItem
  first: boolean
  /** False while the slide's picture is not loaded yet, because only scripts load hidden pictures. */
  shown: boolean
}

function Slide({ slide, first, shown }: SlideProps) {
  const content = (
    <>
      {shown ? (
        <img
          src={slide.imageUrl}
          alt=""
          width={960}
          height={480}
          {...(first ? { fetchPriority: 'high' as const } : {})}
        />
      ) : (
        <noscript>
          <img src={slide.imageUrl} alt="" width={960} height={480} loading="lazy" />
        </noscript>
      )}
      <span className="carousel-title">{slide.title}</span>
    </>
  )
  const to = slide.redirectUrl
  if (!to) return <div className="carousel-slide">{content}</div>
  if (to.startsWith('/'))
    return (
      <LocalLink className="carousel-slide" to={to}>
        {content}
      </LocalLink>
    )
  return (
    <a className="carousel-slide" href={to} target="_blank" rel="noopener noreferrer">
      {content}
      <span className="visually-hidden">（新窗口打开）</span>
    </a>
  )
}
