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

/** The newest WordPress whose editor was run on Copydesk. Above it the plugin leaves the editor alone. */
const NEWEST_KNOWN = '6.6';

/** Whether somebody has switched it off: by `define('COPYDESK_OFF', true)`, or for one page by `?copydesk=off`. */
function is_off(): bool
{
    $asked = isset($_GET['copydesk']) ? sanitize_key(wp_unslash($_GET['copydesk'])) : '';
    return (defined('COPYDESK_OFF') && COPYDESK_OFF) || $asked === 'off';
}

/** Whether this WordPress is one whose editor was run on Copydesk. */
function is_known(): bool
{
    [$version] = explode('-', (string) get_bloginfo('version'));
    return version_compare($version, '6.6', '>=') && version_compare($version, NEWEST_KNOWN . '.9999', '<=');
}

// Late: the Gutenberg plugin registers all scripts anew.
add_action('wp_default_scripts', function (\WP_Scripts $scripts): void {
    if (is_off() || !is_known() || !isset($scripts->registered['wp-core-data'])) {
        return;
    }
    $script = __DIR__ . '/copydesk-core.js';
    $scripts->add(
        'copydesk-core',
        plugins_url('copydesk-core.js', __FILE__),
        ['wp-data', 'wp-api-fetch', 'wp-deprecated', 'wp-i18n'],
        (string) @filemtime($script),
    );
    // A registry keeps the first store of a name.
    $scripts->registered['wp-core-data']->deps[] = 'copydesk-core';
}, 100);

add_action('admin_notices', function (): void {
    if (is_off() || is_known() || !current_user_can('activate_plugins')) {
        return;
    }
    printf(
        '<div class="notice notice-warning"><p>%s</p></div>',
        esc_html(sprintf('Copydesk does not know WordPress %s and leaves the block editor as it is.', get_bloginfo('version'))),
    );
});

// On the screens of the editor: what they run on, and a link, where the site gives one.
add_action('admin_footer', function (): void {
    $screen = get_current_screen();
    if (is_off() || !is_known() || !$screen || !($screen->is_block_editor() || $screen->id === 'site-editor')) {
        return;
    }
    $url = apply_filters('copydesk_badge_url', '');
    $text = '<span class="copydesk-badge">Runs on Copydesk</span>';
    echo '<style>.copydesk-badge{position:fixed;right:12px;bottom:36px;z-index:9999;padding:4px 10px;border-radius:12px;'
        . 'background:#1e1e1e;color:#fff;font:12px/1.4 sans-serif;text-decoration:none;opacity:.85}</style>';
    echo $url ? sprintf('<a class="copydesk-badge" href="%s">Runs on Copydesk · open the playground</a>', esc_url($url)) : $text;
});
