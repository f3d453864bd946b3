import type { Page } from '@playwright/test'

export interface PageCheck {
  kind: 'practice' | 'seo'
  name: string
  good: boolean
}

export async function checkPage(page: Page, origin: string, errors: string[]): Promise<PageCheck[]> {
  const response = await page.request.get(page.url())
  const html = await response.text()
  const policy = response.headers()['content-security-policy'] ?? ''
  const facts = await page.evaluate(readFacts)
  const robots = await (await page.request.get(`${origin}/robots.txt`)).text()
  const closed = [...robots.matchAll(/^Disallow: (\S+)$/gm)].map(([, path = '']) => path)
  const { pathname } = new URL(page.url())
  const seo = {
    'HTTP 200': response.status() === 200,
    title: /^.{4,80}$/.test(facts.title),
    description: facts.description.length >= 10,
    'canonical is absolute': URL.canParse(facts.canonical),
    'one h1': facts.headings === 1,
    language: facts.language === 'zh-CN',
    'links lead somewhere': facts.deadLinks.length === 0,
    'links have words': facts.emptyLinks === 0,
    'pictures have alt': facts.withoutAlt === 0,
    'structured data is JSON': facts.data.every(isJson),
    'open to robots': !closed.some((path) => pathname.startsWith(path)),
    'text readable without scripts': html.replace(/<(script|style)[\s\S]*?<\/\1>/g, '').length > 3000,
  }
  const practice = {
    'console is silent': errors.length === 0,
    'doctype and charset': /^<!doctype html>[\s\S]{0,300}<meta charset="utf-8"/i.test(html),
    viewport: facts.viewport.includes('width=device-width') && !/user-scalable/.test(facts.viewport),
    'policy without unsafe': policy.includes("script-src 'self'") && !policy.includes('unsafe'),
    'nosniff, referrer': Boolean(response.headers()['x-content-type-options']),
    'pictures have a size': facts.withoutSize === 0,
    'no sideways scrolling': facts.sideways <= 0,
    'text of 12 px or more': facts.smallest >= 12,
    compressed: Boolean(response.headers()['content-encoding']),
  }
  const of = (kind: PageCheck['kind'], checks: Record<string, boolean>) =>
    Object.entries(checks).map(([name, good]) => ({ kind, name, good }))
  return [...of('seo', seo), ...of('practice', practice)]
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The parts of a DOM element that the script reads. Node has no types for them. */
interface Element {
  textContent: string
  getAttribute(name: string): string | null
  hasAttribute(name: string): boolean
}
interface Dom {
  title: string
  documentElement: { lang: string; scrollWidth: number; clientWidth: number }
  querySelector(selector: string): Element | null
  querySelectorAll(selector: string): Iterable<Element>
}
interface Browser {
  document: Dom
  getComputedStyle(element: Element): { fontSize: string }
}

/** The script runs in the page, so it cannot use anything from this file. */
function readFacts() {
  const { document, getComputedStyle } = globalThis as unknown as Browser
  const all = (selector: string) => [...document.querySelectorAll(selector)]
  const value = (selector: string, name: string) => document.querySelector(selector)?.getAttribute(name) ?? ''
  const links = all('a')
  const texts = all('p, li, a, td, dd, span, time').filter((one) => one.textContent.trim())
  const { lang, scrollWidth, clientWidth } = document.documentElement
  return {
    title: document.title,
    description: value('meta[name=description]', 'content'),
    canonical: value('link[rel=canonical]', 'href'),
    viewport: value('meta[name=viewport]', 'content'),
    language: lang,
    headings: all('h1').length,
    deadLinks: links
      .map((link) => link.getAttribute('href') ?? '')
      .filter((href) => !href || href === '#' || href.startsWith('javascript:')),
    emptyLinks: links.filter((link) => !link.textContent.trim() && !link.hasAttribute('aria-label')).length,
    withoutAlt: all('img:not([alt])').length,
    withoutSize: all('img:not([width]), img:not([height])').length,
    data: all('script[type="application/ld+json"]').map((one) => one.textContent),
    sideways: scrollWidth - clientWidth,
    smallest: Math.min(...texts.map((one) => Number.parseFloat(getComputedStyle(one).fontSize))),
  }
}
