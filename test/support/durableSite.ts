import { readFile } from 'node:fs/promises'
import { startWordPress, type RunningWordPress } from '../../examples/wordpress/startWordPress'

/**
 * What a post of a certain title does while it is made: `dies` ends the process before the answer, `sends it again` asks
 * with the same key meanwhile, and has what that was answered with as its excerpt. Of a subscriber three keys are kept.
 */
const unlucky = `
add_action('rest_after_insert_post', function ($post, $request) {
    if ($post->post_title === 'dies') {
        exit;
    }
    if ($post->post_title === 'sends it again') {
        $again = new WP_REST_Request('POST', '/wp/v2/posts');
        $again->set_header('Idempotency-Key', $request->get_header('idempotency_key'));
        $again->set_header('Content-Type', 'application/json');
        $again->set_body($request->get_body());
        $again->set_query_params($request->get_query_params());
        $answer = rest_do_request($again);
        wp_update_post(['ID' => $post->ID, 'post_excerpt' => $answer->get_status() . ' ' . $answer->get_data()['code']]);
    }
}, 10, 2);
add_filter('copydesk_keys_per_user', fn($most, $id) => user_can($id, 'edit_posts') ? $most : 3, 10, 2);
add_action('rest_api_init', function () {
    register_rest_route('test/v1', '/age', [
        'methods' => 'POST',
        'permission_callback' => '__return_true',
        'callback' => function ($request) {
            global $wpdb;
            $like = $wpdb->esc_like('copydesk_key_') . '%';
            $rows = $wpdb->get_results($wpdb->prepare("SELECT option_name, option_value FROM $wpdb->options WHERE option_name LIKE %s", $like));
            foreach ($rows as $row) {
                $at = (int) substr($row->option_value, 0, 10) - $request['days'] * DAY_IN_SECONDS;
                $wpdb->update($wpdb->options, ['option_value' => sprintf('%010d', $at) . substr($row->option_value, 10)], ['option_name' => $row->option_name]);
            }
            return count($rows);
        },
    ]);
    register_rest_route('test/v1', '/tags', [
        'methods' => 'GET',
        'permission_callback' => '__return_true',
        'callback' => fn() => [
            'given' => copydesk_tag(['post', 1009]),
            'unkeyed' => '"' . md5(serialize(copydesk_post_says(1009))) . '"',
        ],
    ]);
    register_rest_route('test/v1', '/headers', [
        'methods' => 'GET',
        'permission_callback' => '__return_true',
        'callback' => fn() => [
            'allowed' => apply_filters('rest_allowed_cors_headers', []),
            'exposed' => apply_filters('rest_exposed_cors_headers', []),
        ],
    ]);
});
`

/** A WordPress of its own with `examples/wordpress/durable.php`, and a few records. */
export async function startDurableSite(): Promise<RunningWordPress> {
  const text = await readFile(new URL('../../examples/wordpress/durable.php', import.meta.url), 'utf8')
  return startWordPress({ content: true, plugins: { durable: { 'durable.php': text + unlucky } } })
}
