import { chromium } from '@playwright/test';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { serveApp } from './tests/support/serve-app.ts';
const [,, out='/tmp/shots', scheme='light', size='1280x800', workspace='', ...screens] = process.argv;
mkdirSync(out,{recursive:true});
const home = mkdtempSync('/tmp/shots-home-');
const env = {...process.env, PEGBOARD_HOME: home, HOME: home, XDG_CONFIG_HOME: ''};
const served = await serveApp({workspace: workspace||undefined, env});
const browser = await chromium.launch({executablePath:'/usr/bin/chromium', args:['--no-sandbox']});
const [w,h] = size.split('x').map(Number);
const ctx = await browser.newContext({viewport:{width:w,height:h}, colorScheme: scheme});
const page = await ctx.newPage();
page.on('console', m=>{ if(m.type()==='error') console.log('console', m.text())});
page.on('pageerror', e=>console.log('pageerror', e.message));
await page.addInitScript(()=>localStorage.setItem('pegboard.tour', JSON.stringify({state:{state:'closed',step:0},version:1})));
await page.goto(served.url);
await page.getByTestId('status-bar').getByText('index').first().waitFor();
for (const s of (screens.length?screens:['home','tools','tuner','sources','search','compare','tests','runs','prompt','skills','gateway','export','costs','settings'])) {
  await page.evaluate(x=>{location.hash='#/'+x}, s);
  await page.waitForTimeout(1500);
  await page.screenshot({path:`${out}/${s.replace(/[^a-z0-9.-]/gi,'_')}-${scheme}-${size}.png`});
  console.log(s, await page.evaluate(()=>location.hash));
}
await browser.close(); await served.close();
