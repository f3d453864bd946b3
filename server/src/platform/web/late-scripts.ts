/**
 * The script of rendered pages: the content comes first, the application after it. Reading, links, search and panels
 * work without; so its files are fetched when the page has loaded and is idle, at the first sign that somebody wants to
 * do something, or after eight seconds, should a picture never come. They run one after the other, each in a task of its
 * own, so that a slow machine answers in between. Constant, so the policy allows it by its hash; the files stand in its
 * element: `data-run` those to run, what others need first, `data-fetch` what these ask for themselves.
 *
 * The signed text of a proof's QR, the only fragment with dots, is checked by the application: it is fetched at once, and `data-scanned` on
 * the root hides what the server says of the proof's code until then. When the application cannot be had, it shows again.
 */
export const lateScripts = `(()=>{
const [run,fetch]=['run','fetch'].map(name=>document.currentScript.dataset[name].split(' ').filter(Boolean))
let begun=false
const begin=async()=>{
if(begun)return
begun=true
for(const href of [...run,...fetch]){const link=document.createElement('link');link.rel='modulepreload';link.href=href;document.head.append(link)}
for(const href of run){await import(href);await new Promise(next=>setTimeout(next))}
}
const root=document.documentElement
for(const trouble of ['error','unhandledrejection'])addEventListener(trouble,()=>delete root.dataset.scanned)
if(location.pathname.startsWith('/verify/')&&location.hash.includes('.')){root.dataset.scanned='';document.title=document.title.replace(/^.* - /,'正在核验 - ');begin()}
for(const sign of ['pointerdown','keydown','focusin'])addEventListener(sign,begin,{once:true,passive:true})
addEventListener('load',()=>window.requestIdleCallback?requestIdleCallback(begin,{timeout:2000}):setTimeout(begin))
setTimeout(begin,8000)
})()`
