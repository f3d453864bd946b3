import { type CategoryName, categoryByName } from '@ce/contract/categories'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { sitePaths as paths } from './paths.ts'

interface HomeSectionProps {
  name: CategoryName
  items: readonly unknown[]
  /** Title that replaces the category's name. */
  title?: string
  children: ReactNode
}

export function HomeSection({ name, items, title, children }: HomeSectionProps) {
  const heading = title ?? categoryByName(name)?.title
  return (
    <section className="home-section" aria-labelledby={`home-${name}`}>
      <div className="section-head">
        <h2 id={`home-${name}`}>{heading}</h2>
        <MoreLink name={name} />
      </div>
      {items.length > 0 ? children : <Nothing />}
    </section>
  )
}

function MoreLink({ name }: { name: CategoryName }) {
  return (
    <Link to={paths.list(name)} className="more-link">
      更多<span className="visually-hidden">{categoryByName(name)?.title}</span>
    </Link>
  )
}

interface Panel {
  name: CategoryName
  items: readonly unknown[]
  content: ReactNode
}

/** The tabs are radio buttons, so they work without scripts. */
export function TabbedSection({ title, panels }: { title: string; panels: readonly Panel[] }) {
  const id = panels[0]?.name ?? ''
  return (
    <section className="home-section tabbed" aria-labelledby={`tabbed-${id}`}>
      <h2 id={`tabbed-${id}`}>{title}</h2>
      {panels.map(({ name }, index) => (
        <label key={name} className="tab">
          <input type="radio" name={`tab-${id}`} defaultChecked={index === 0} />
          <span>{categoryByName(name)?.title}</span>
        </label>
      ))}
      {panels.map(({ name, items, content }) => (
        <div key={name} className="tab-panel">
          <MoreLink name={name} />
          {items.length > 0 ? content : <Nothing />}
        </div>
      ))}
    </section>
  )
}

function Nothing() {
  return <p className="section-nothing">这个栏目还没有内容，发布后会显示在这里。</p>
}
