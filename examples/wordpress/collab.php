<?php
/**
 * What a site must provide for editors to work together: signalling at the ajax endpoint, and a relay at
 * `wp-sync/v1/updates`, both for whoever may edit what a room stands for. Loaded as a must-use plugin; needs nothing
 * else of this folder.
 */

const COPYDESK_ROOM_LIMIT = 50;
const COPYDESK_BODY_LIMIT = 16 * MB_IN_BYTES;
const COPYDESK_UPDATE_LIMIT = MB_IN_BYTES;
const COPYDESK_ROW_LIMIT = 50;
const COPYDESK_SILENCE_LIMIT = 30;

// Signalling. One JSON file under a lock: topics with their subscribers, and subscribers with what waits for them.
// PHP can hold no answer open here, so each one ends at once and the browser asks again after `retry`.

add_action('wp_ajax_gutenberg_signaling_server', function () {
    $is_post = $_SERVER['REQUEST_METHOD'] === 'POST';
    $fields = wp_unslash($is_post ? $_POST : $_GET);
    $subscriber = $fields['subscriber_id'] ?? '';
    $message = $is_post ? json_decode($fields['message'] ?? '', true) : null;
    if (!is_string($subscriber) || $subscriber === '') {
        exit('no identifier');
    }
    if ($is_post && !is_array($message)) {
        exit('no message');
    }
    $message = $is_post ? copydesk_allowed_message($message) : null;
    if ($is_post && !$message) {
        status_header(403);
        exit('You may not edit this.');
    }
    if ($is_post) {
        copydesk_change_signaling($subscriber, fn($state) => copydesk_receive($state, $subscriber, $message));
        exit('{"result":"ok"}' . "\n\n");
    }
    $waiting = [];
    $is_stored = copydesk_change_signaling($subscriber, function ($state) use ($subscriber, &$waiting) {
        $waiting = $state['subscribers'][$subscriber]['waiting'];
        $state['subscribers'][$subscriber]['waiting'] = [];
        return $state;
    });
    header('Content-Type: text/event-stream');
    header('Cache-Control: no-cache');
    echo 'retry: ' . (defined('COPYDESK_SIGNALING_RETRY') ? COPYDESK_SIGNALING_RETRY : 3000) . "\n";
    if (!$is_stored) {
        echo "event: error\ndata: Could not open required file.\n";
    } elseif ($waiting) {
        echo 'id: ' . time() . "\nevent: message\ndata: " . wp_json_encode($waiting) . "\n";
    }
    exit("\n");
});

/**
 * A message without the topics of what its sender may not edit; null where none is left to subscribe to. What is
 * published there goes nowhere, so that other topics of the same page stay as they are.
 */
function copydesk_allowed_message($message)
{
    $is_allowed = fn($topic) => is_string($topic) && copydesk_may_edit(copydesk_topic_room($topic));
    if (is_array($message['topics'] ?? null) && $message['topics'] && ($message['type'] ?? '') === 'subscribe') {
        $message['topics'] = array_values(array_filter($message['topics'], $is_allowed));
        return $message['topics'] ? $message : null;
    }
    return isset($message['topic']) && !$is_allowed($message['topic']) ? ['type' => 'nothing'] : $message;
}

/** The room of the relay that stands for the same: `postType/post:7` for `postType/post-7`. */
function copydesk_topic_room($topic)
{
    [$type, $id] = preg_match('/^(.+)-([^-]+)$/', $topic, $parts) ? array_slice($parts, 1) : [$topic, 'index'];
    return $id === 'index' ? $type : "$type:$id";
}

function copydesk_receive($state, $subscriber, $message)
{
    $type = $message['type'] ?? '';
    $topics = array_filter((array) ($message['topics'] ?? []), 'is_string');
    if ($type === 'ping') {
        $state['subscribers'][$subscriber]['waiting'][] = ['type' => 'pong'];
    }
    if ($type === 'subscribe') {
        foreach ($topics as $topic) {
            $state['topics'][$topic][$subscriber] = true;
        }
    }
    if ($type === 'unsubscribe') {
        foreach ($topics as $topic) {
            unset($state['topics'][$topic][$subscriber]);
        }
    }
    if ($type === 'publish' && is_string($message['topic'] ?? null)) {
        $members = array_keys($state['topics'][$message['topic']] ?? []);
        $message['clients'] = count($members);
        foreach ($members as $member) {
            $state['subscribers'][$member]['waiting'][] = $message;
        }
    }
    return $state;
}

/** Runs a change on what is stored, alone; false where the file can't be opened. */
function copydesk_change_signaling($subscriber, $change)
{
    // The leading dot keeps web servers from handing it out.
    $file = @fopen(WP_CONTENT_DIR . '/.copydesk-signaling', 'c+');
    if (!$file) {
        return false;
    }
    flock($file, LOCK_EX);
    $state = json_decode(stream_get_contents($file), true) ?: ['topics' => [], 'subscribers' => []];
    $state['subscribers'][$subscriber] = ['seen' => time()] + ($state['subscribers'][$subscriber] ?? ['waiting' => []]);
    $state['subscribers'] = array_filter($state['subscribers'], fn($each) => $each['seen'] > time() - HOUR_IN_SECONDS);
    foreach ($state['topics'] as $topic => $members) {
        $state['topics'][$topic] = array_intersect_key($members, $state['subscribers']);
    }
    $state['topics'] = array_filter($state['topics']);
    ftruncate($file, 0);
    rewind($file);
    fwrite($file, wp_json_encode($change($state)));
    fclose($file);
    return true;
}

// For servers beside PHP, which hold sockets open: `1` for who may edit what a room stands for.
add_action('wp_ajax_copydesk_may_edit', function () {
    exit(copydesk_may_edit(wp_unslash($_GET['room'] ?? '/')) ? '1' : '0');
});

// The relay. A room is a hidden post, its updates are that post's meta: their ids only grow, so they are the cursor.

add_action('init', function () {
    register_post_type('copydesk_room', ['public' => false, 'rewrite' => false, 'query_var' => false]);
});

add_action('rest_api_init', function () {
    $integer = fn($least) => ['type' => 'integer', 'minimum' => $least, 'required' => true];
    register_rest_route('wp-sync/v1', '/updates', [
        'methods' => 'POST',
        'callback' => fn($request) => ['rooms' => array_map('copydesk_serve_room', copydesk_asked_rooms($request))],
        'permission_callback' => 'copydesk_check_rooms',
        'args' => [
            'rooms' => [
                'type' => 'array',
                'required' => true,
                'maxItems' => COPYDESK_ROOM_LIMIT,
                'items' => [
                    'type' => 'object',
                    'properties' => [
                        'room' => ['type' => 'string', 'pattern' => '^[^/]+/[^/:]+(?::\S+)?$', 'required' => true],
                        'client_id' => $integer(1),
                        'after' => $integer(0),
                        'awareness' => ['type' => ['object', 'null'], 'required' => true],
                        'updates' => [
                            'type' => 'array',
                            'required' => true,
                            'items' => [
                                'type' => 'object',
                                'properties' => [
                                    'type' => [
                                        'type' => 'string',
                                        'enum' => ['sync_step1', 'sync_step2', 'update', 'compaction'],
                                        'required' => true,
                                    ],
                                    'data' => ['type' => 'string', 'maxLength' => COPYDESK_UPDATE_LIMIT, 'required' => true],
                                ],
                            ],
                        ],
                    ],
                ],
            ],
        ],
    ]);
});

/** The rooms as they were sent: WordPress would make a list of an empty object. */
function copydesk_asked_rooms($request)
{
    return json_decode($request->get_body())->rooms;
}

function copydesk_check_rooms($request)
{
    // For the Allow header WordPress also asks about requests that it has already refused.
    $validity = $request->has_valid_params();
    if (is_wp_error($validity)) {
        return $validity;
    }
    if (strlen($request->get_body()) > COPYDESK_BODY_LIMIT) {
        return new WP_Error('rest_sync_body_too_large', 'The request is too large.', ['status' => 413]);
    }
    $refusal = ['status' => rest_authorization_required_code()];
    if (!current_user_can('edit_posts')) {
        return new WP_Error('rest_cannot_edit', 'You may not edit this.', $refusal);
    }
    $refused = array_filter(copydesk_asked_rooms($request), fn($asked) => !copydesk_may_use($asked));
    if ($refused) {
        $refusal['rooms'] = array_values(array_map(fn($asked) => $asked->room, $refused));
        return new WP_Error('rest_cannot_edit', 'You may not edit this.', $refusal);
    }
    return true;
}

function copydesk_may_use($asked)
{
    $id = copydesk_room_id($asked->room, false);
    $present = $id ? copydesk_read_awareness($id) : [];
    $holder = $present[$asked->client_id]['user'] ?? get_current_user_id();
    return $holder === get_current_user_id() && copydesk_may_edit($asked->room);
}

function copydesk_may_edit($room)
{
    if (!current_user_can('edit_posts')) {
        return false;
    }
    [$object, $id] = explode(':', $room, 2) + [1 => null];
    // Rooms in which edits stand, not whole records.
    $object = preg_replace('/--edit$/', '', $object);
    [$kind, $name] = explode('/', $object, 2) + [1 => ''];
    if ($id === null) {
        return in_array($kind, ['postType', 'root', 'taxonomy'], true);
    }
    if (!ctype_digit($id)) {
        return false;
    }
    if ($kind === 'postType') {
        return get_post_type((int) $id) === $name && current_user_can('edit_post', (int) $id);
    }
    if ($kind === 'taxonomy') {
        return get_term((int) $id, $name) instanceof WP_Term && current_user_can('edit_term', (int) $id);
    }
    return $object === 'root/comment' && get_comment((int) $id) && current_user_can('edit_comment', (int) $id);
}

function copydesk_serve_room($asked)
{
    $id = copydesk_room_id($asked->room, true);
    $present = copydesk_read_awareness($id);
    unset($present[$asked->client_id]);
    if ($asked->awareness !== null) {
        $present[$asked->client_id] = ['user' => get_current_user_id(), 'seen' => time(), 'state' => $asked->awareness];
    }
    update_post_meta($id, 'copydesk_awareness', wp_slash(wp_json_encode((object) $present)));
    foreach ($asked->updates as $update) {
        copydesk_store_update($id, $asked, $update);
    }
    $rows = copydesk_read_rows($id);
    $fresh = array_filter(
        $rows,
        fn($row) => $row->id > $asked->after && ($row->client !== $asked->client_id || $row->type === 'compaction')
    );
    return [
        'room' => $asked->room,
        'end_cursor' => $rows ? end($rows)->id : 0,
        'awareness' => (object) array_map(fn($each) => $each['state'], $present),
        'updates' => array_values(array_map(fn($row) => ['type' => $row->type, 'data' => $row->data], $fresh)),
        'should_compact' => count($rows) > COPYDESK_ROW_LIMIT && min(array_keys($present) ?: [0]) === $asked->client_id,
        'total_updates' => count($rows),
    ];
}

function copydesk_store_update($id, $asked, $update)
{
    global $wpdb;
    $type = $update->type;
    if ($type === 'compaction') {
        $newer = array_filter(
            copydesk_read_rows($id),
            fn($row) => $row->type === 'compaction' && $row->id > $asked->after
        );
        if ($newer) {
            // Made too late, it is still an update: what it holds may be nowhere else.
            $type = 'update';
        } else {
            $wpdb->query($wpdb->prepare(
                "DELETE FROM $wpdb->postmeta WHERE post_id = %d AND meta_key = 'copydesk_update' AND meta_id < %d",
                $id,
                $asked->after
            ));
        }
    }
    $wpdb->insert($wpdb->postmeta, [
        'post_id' => $id,
        'meta_key' => 'copydesk_update',
        'meta_value' => "$asked->client_id $type $update->data",
    ]);
}

function copydesk_read_rows($id)
{
    global $wpdb;
    $rows = $wpdb->get_results($wpdb->prepare(
        "SELECT meta_id, meta_value FROM $wpdb->postmeta WHERE post_id = %d AND meta_key = 'copydesk_update' ORDER BY meta_id",
        $id
    ));
    return array_map(function ($row) {
        [$client, $type, $data] = explode(' ', $row->meta_value, 3);
        return (object) ['id' => (int) $row->meta_id, 'client' => (int) $client, 'type' => $type, 'data' => $data];
    }, $rows);
}

/** Who was here less than half a minute ago: client id → user, time, state. */
function copydesk_read_awareness($id)
{
    $present = [];
    foreach (json_decode(get_post_meta($id, 'copydesk_awareness', true) ?: '{}') as $client => $each) {
        if ($each->seen > time() - COPYDESK_SILENCE_LIMIT) {
            $present[(int) $client] = ['user' => $each->user, 'seen' => $each->seen, 'state' => $each->state];
        }
    }
    return $present;
}

/** The hidden post of a room, null where there is none and none is to be made. */
function copydesk_room_id($room, $is_made)
{
    global $wpdb;
    $id = $wpdb->get_var($wpdb->prepare(
        "SELECT ID FROM $wpdb->posts WHERE post_type = 'copydesk_room' AND post_name = %s",
        md5($room)
    ));
    if ($id || !$is_made) {
        return $id ? (int) $id : null;
    }
    $fields = ['post_type' => 'copydesk_room', 'post_name' => md5($room), 'post_title' => $room, 'post_status' => 'publish'];
    return wp_insert_post($fields);
}
