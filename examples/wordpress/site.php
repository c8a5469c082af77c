<?php
/**
 * What makes this WordPress a site under test: things to fetch that a bare one lacks, and no way out.
 * Loaded as a must-use plugin.
 */

// The block is also set by constant; the filter covers hosts WordPress considers its own. Its one process can't call
// itself: what it would find at the address of one of its own posts is made here.
add_filter('pre_http_request', function ($answer, $options, $url) {
    $post = get_post(url_to_postid($url));
    if (!$post || $post->post_status !== 'publish') {
        return new WP_Error('http_request_not_executed', 'This site has no network.');
    }
    $head = sprintf(
        '<title>%s</title><meta name="description" content="%s">',
        esc_html($post->post_title . ' – ' . get_bloginfo('name')),
        esc_attr(wp_trim_words($post->post_content, 30)),
    );
    return [
        'headers' => ['content-type' => 'text/html; charset=utf-8'],
        'body' => "<!doctype html><html><head>$head</head><body></body></html>",
        'response' => ['code' => 200, 'message' => 'OK'],
        'cookies' => [],
        'filename' => null,
    ];
}, 10, 3);
add_filter('pre_wp_mail', '__return_true');
add_filter('xmlrpc_enabled', '__return_false');

// Who comes with an application password proves it with each request: at the usual cost of 8,192 rounds that is an eighth
// of a request's time. The passwords here are no secrets, so 512 hide them as well.
require_once ABSPATH . WPINC . '/class-phpass.php';
$GLOBALS['wp_hasher'] = new PasswordHash(4, true);

add_action('init', function () {
    register_nav_menus(['primary' => 'Primary', 'footer' => 'Footer']);

    register_post_type('book', [
        'label' => 'Books',
        'public' => true,
        'show_in_rest' => true,
        'rest_base' => 'books',
        'supports' => ['title', 'editor', 'excerpt', 'author', 'revisions', 'custom-fields'],
    ]);

    foreach (['post', 'book'] as $type) {
        register_post_meta($type, 'subtitle', [
            'type' => 'string',
            'single' => true,
            'default' => '',
            'show_in_rest' => true,
            'label' => 'Subtitle',
        ]);
    }
});

add_action('widgets_init', function () {
    register_sidebar(['id' => 'sidebar-1', 'name' => 'Main sidebar', 'description' => 'Beside every post.']);
});
