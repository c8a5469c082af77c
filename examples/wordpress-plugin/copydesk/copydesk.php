<?php
/**
 * Plugin Name: Copydesk under the block editor
 * Description: Lets the block editor keep its data in a Copydesk store, in place of WordPress's own.
 * Version: 0.2.0
 * Requires at least: 6.6
 * Requires PHP: 7.4
 * License: GPL-2.0-or-later
 * License URI: https://www.gnu.org/licenses/gpl-2.0.html
 *
 * This program is free software; you can redistribute it and/or modify it under the terms of the GNU General Public
 * License as published by the Free Software Foundation; either version 2 of the License, or (at your option) any later
 * version.
 */

namespace Copydesk;

defined('ABSPATH') || exit;

/**
 * The WordPresses whose editor was run on Copydesk, and the flavour of its store that answers as theirs. On any other the
 * plugin leaves the editor alone.
 */
const FLAVOURS = ['6.6' => '6.6', '6.7' => '6.7', '6.8' => '6.8', '6.9' => '6.8', '7.0' => '7.0', '7.1' => '7.1'];

/** Whether somebody has switched it off: by `define('COPYDESK_OFF', true)`, or for one page by `?copydesk=off`. */
function is_off(): bool
{
    $asked = isset($_GET['copydesk']) ? sanitize_key(wp_unslash($_GET['copydesk'])) : '';
    return (defined('COPYDESK_OFF') && COPYDESK_OFF) || $asked === 'off';
}

/** The flavour for this WordPress, or null where its editor was never run on Copydesk. */
function flavour(): ?string
{
    preg_match('/^\d+\.\d+/', (string) get_bloginfo('version'), $branch);
    return FLAVOURS[$branch[0] ?? ''] ?? null;
}

/** Why the editor is left as it is, though nobody has switched this off; an empty text where it is not. */
function refusal(): string
{
    if (flavour() === null) {
        return sprintf('Copydesk does not know WordPress %s and leaves the block editor as it is.', get_bloginfo('version'));
    }
    // It brings an editor of its own, newer than that of any WordPress.
    if (defined('GUTENBERG_VERSION') || defined('GUTENBERG_DEVELOPMENT_MODE')) {
        return 'Copydesk does not know the editor of the Gutenberg plugin and leaves it as it is.';
    }
    return '';
}

add_action('wp_default_scripts', function (\WP_Scripts $scripts): void {
    if (is_off() || refusal() !== '' || !isset($scripts->registered['wp-core-data'])) {
        return;
    }
    $script = __DIR__ . '/copydesk-core.js';
    $scripts->add(
        'copydesk-core',
        plugins_url('copydesk-core.js', __FILE__),
        ['wp-data', 'wp-api-fetch', 'wp-blocks', 'wp-deprecated', 'wp-hooks', 'wp-i18n'],
        (string) @filemtime($script),
    );
    $scripts->add_inline_script('copydesk-core', sprintf('window.copydeskFlavour = %s;', wp_json_encode(flavour())), 'before');
    // It stands at the name before WordPress's own store comes to it.
    $scripts->registered['wp-core-data']->deps[] = 'copydesk-core';
}, 100);

add_action('admin_notices', function (): void {
    if (is_off() || refusal() === '' || !current_user_can('activate_plugins')) {
        return;
    }
    printf('<div class="notice notice-warning"><p>%s</p></div>', esc_html(refusal()));
});

// On the screens of the editor: what they run on, and a link, where the site gives one.
add_action('admin_footer', function (): void {
    $screen = get_current_screen();
    if (is_off() || !$screen || !($screen->is_block_editor() || $screen->id === 'site-editor')) {
        return;
    }
    if (refusal() !== '') {
        // These screens show no notices of PHP.
        if (current_user_can('activate_plugins')) {
            badge('copydesk-refusal', refusal());
        }
        return;
    }
    $url = apply_filters('copydesk_badge_url', '');
    badge('copydesk-badge', $url ? 'Runs on Copydesk · open the playground' : 'Runs on Copydesk', (string) $url);
});

/** A line at the edge of the screen. */
function badge(string $class, string $text, string $url = ''): void
{
    printf(
        '<style>.%1$s{position:fixed;right:12px;bottom:36px;z-index:9999;padding:4px 10px;border-radius:12px;'
            . 'background:#1e1e1e;color:#fff;font:12px/1.4 sans-serif;text-decoration:none;opacity:.85}'
            // What the script leaves on the page where it has given way.
            . '.copydesk-gave-way .copydesk-badge{display:none}</style>',
        esc_attr($class),
    );
    printf($url ? '<a class="%1$s" href="%3$s">%2$s</a>' : '<span class="%1$s">%2$s</span>', esc_attr($class), esc_html($text), esc_url($url));
}
