import type { Page } from 'playwright-core'
import { strToU8, zipSync } from 'fflate'
import type { Stage } from './story'

type Place = Pick<Stage, 'administrator' | 'url'>

/** A folder with files of text, as it is uploaded. */
function zipOf(folder: string, files: { readonly [name: string]: string }) {
  const named = Object.entries(files).map(([name, text]) => [`${folder}/${name}`, strToU8(text)])
  const buffer = Buffer.from(zipSync(Object.fromEntries(named) as Record<string, Uint8Array>))
  return { name: `${folder}.zip`, mimeType: 'application/zip', buffer }
}

/** Sends the form of a screen that asks wordpress.org first, and is folded until that has answered. */
const submitBy = (page: Page, button: string) =>
  page.locator(button).evaluate((element: HTMLInputElement) => element.form?.requestSubmit(element))

/** Uploads and activates a plugin of one file, where the site has it not yet. */
export async function activatePlugin(
  { administrator, url }: Place,
  slug: string,
  php: string,
): Promise<void> {
  const isActive = `[data-slug="${slug}"].active`
  const page = await administrator.newPage()
  await page.goto(`${url}/wp-admin/plugins.php`)
  if ((await page.locator(isActive).count()) === 0) {
    await page.goto(`${url}/wp-admin/plugin-install.php?tab=upload`)
    await page.locator('input[name=pluginzip]').setInputFiles(zipOf(slug, { [`${slug}.php`]: php }))
    await submitBy(page, '#install-plugin-submit')
    await page.locator('a[href*="action=activate"]').first().click()
    await page.locator(isActive).waitFor()
  }
  await page.close()
}

/** A theme without templates of blocks, as it is uploaded. */
function classicTheme() {
  const style = '/*\nTheme Name: Harbour Classic\nVersion: 1.0\n*/\n'
  // The customizer offers the areas that the page beside it shows.
  const index = `<?php get_header(); while (have_posts()) { the_post(); the_content(); }
dynamic_sidebar('classic-1'); get_footer();`
  const functions = `<?php
add_action('widgets_init', fn() => register_sidebar(['id' => 'classic-1', 'name' => 'Classic sidebar']));
add_action('after_setup_theme', fn() => add_theme_support('post-thumbnails'));`
  return zipOf('harbour-classic', { 'style.css': style, 'index.php': index, 'functions.php': functions })
}

/** Makes a theme the active one, as its button does. */
async function activate(page: Page, url: string, stylesheet: string): Promise<boolean> {
  await page.goto(`${url}/wp-admin/themes.php`)
  const link = page.locator(`a.activate[href*="stylesheet=${stylesheet}"]`).first()
  const address = await link.getAttribute('href', { timeout: 5000 }).catch(() => null)
  if (address === null) return false
  await page.goto(new URL(address, `${url}/wp-admin/`).href)
  return true
}

/** Plays with a classic theme, and gives the site its own back. */
export async function withClassicTheme<Result>(stage: Place, work: () => Promise<Result>): Promise<Result> {
  const page = await stage.administrator.newPage()
  if (!(await activate(page, stage.url, 'harbour-classic'))) {
    await page.goto(`${stage.url}/wp-admin/theme-install.php?upload`)
    await page.locator('input[name=themezip]').setInputFiles(classicTheme())
    await submitBy(page, '#install-theme-submit')
    await page.getByText('Theme installed successfully.').waitFor()
    await activate(page, stage.url, 'harbour-classic')
  }
  try {
    return await work()
  } finally {
    await activate(page, stage.url, 'twentytwentyfour')
    await page.close()
  }
}
